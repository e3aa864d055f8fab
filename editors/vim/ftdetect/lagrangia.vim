autocmd BufRead,BufNewFile *.lgr setfiletype lagrangia
