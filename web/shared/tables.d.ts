// The tables of src/scene as tables.mjs reads them: lists that begin with their name.
declare module "scene/shapes.inc" {
  export type Cell = string | number | Cell[];
  const rows: Cell[];
  export default rows;
}
