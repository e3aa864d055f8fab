-- For Neovim 0.11 and later: vim.lsp.enable("lagrangia").
return {
  cmd = { vim.g.lagrangia_path or "lagrangia", "lsp" },
  filetypes = { "lagrangia" },
  root_markers = { ".git" },
}
