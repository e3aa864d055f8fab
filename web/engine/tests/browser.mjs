/* The page of tests/engine.py: runs all examples in the browser, and sends what they write. */
import { Engine, STATUS } from "../engine.mjs";
import { fuses } from "../programs.mjs";

/** @type {Record<string, string>} */
const files = await (await fetch("/files.json")).json();
/** @type {Record<string, string>} */
const written = {};
try {
    const engine = await Engine.load(await (await fetch("/engine.wasm")).arrayBuffer());
    engine.setFiles(files);
    for (const name of Object.keys(files).filter(file => file.endsWith(".lgr"))) {
        const model = engine.parse(files[name], { name });
        const run = model.status === STATUS.OK ? model.run() : null;
        written[name] = run ? run.write("json") : model.findings().map(finding => finding.text).join("\n");
        run?.destroy();
        model.destroy();
    }
} catch (error) {
    written.error = error instanceof Error ? `${error.stack}` : String(error);
}
await fetch("/written", { method: "POST", body: JSON.stringify({ fuses: fuses(), written }) });
