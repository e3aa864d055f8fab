/// <reference path="./tables.d.ts" />
// The table of shapes, src/scene/shapes.inc, which says what its words mean: what a shape takes, and the parts it is drawn with.
import rows, { type Cell } from "scene/shapes.inc";
import type { Vector } from "./vector";

/** A part of the machine's size, or of the shape's own first axis, between limits in pixels (most 0: none). */
export interface Measure {
  part: number;
  isOwn: boolean;
  least: number;
  most: number;
}

export type PartKind = "LINE" | "BAR" | "COIL" | "BALL" | "BOX" | "RING" | "ARC" | "TRAIL" | "LEVEL" | "ARROW";

export interface Part {
  kind: PartKind;
  /** What must be true for it to be drawn: PLANE, SPACE, SIZED, UNSIZED, DETAIL. */
  when: string[];
  ink: string;
  from: Vector;
  to: Vector;
  beyond: number;
  thick: Measure;
  reach: Measure;
  turns: number;
  /** The ink of hatching. */
  other: string;
}

export interface Field {
  id: string;
  name: string;
  kind: string;
  /** The first of the numbers that it gives: A, B, SIZE, SWEEP, ANGLE, MATRIX. */
  first: string;
}

export interface ShapeRow {
  name: string;
  fields: Field[];
  isBody: boolean;
  isRound: boolean;
  unsized: Measure;
  parts: Part[];
}

const words = (cell: Cell | undefined): string[] => String(cell ?? "").split("|");
const point = (cell: Cell | undefined): Vector => (Array.isArray(cell) ? (cell.slice(1) as Vector) : [0, 0, 0]);
/** Colours are called as in style sheets. */
const inkOf = (cell: Cell | undefined): string => String(cell).toLowerCase().replace(/_/g, "-");

function measure(cell: Cell | undefined): Measure {
  const [kind, a = 0, least = a, most = a] = Array.isArray(cell) ? cell : [];
  return { part: kind === "PX" ? 0 : Number(a), isOwn: kind === "OWN", least: Number(least), most: Number(most) };
}

const NONE: Measure = { part: 0, isOwn: false, least: 0, most: 0 };

/** What follows the words and the ink of each kind of part, in its order. */
const CELLS: Record<PartKind, (keyof Part)[]> = {
  LINE: ["from", "to", "beyond", "thick"], BAR: ["from", "to", "beyond", "thick"], COIL: ["turns", "reach", "thick"], BALL: ["from", "reach"],
  BOX: ["reach"], RING: ["thick"], ARC: ["thick"], TRAIL: ["thick"], LEVEL: ["thick", "other"], ARROW: [],
};

function cellOf(key: keyof Part, cell: Cell): unknown {
  if (key === "from" || key === "to") return point(cell);
  if (key === "thick" || key === "reach") return measure(cell);
  return key === "other" ? inkOf(cell) : Number(cell);
}

function partOf([kind, when, ink, ...more]: Cell[]): Part {
  const part: Part = { kind: kind as PartKind, when: words(when).filter((word) => word !== "ALWAYS"), ink: inkOf(ink), from: [0, 0, 0], to: [0, 0, 0],
    beyond: 0, thick: NONE, reach: NONE, turns: 0, other: "" };
  return Object.assign(part, Object.fromEntries(CELLS[part.kind].map((key, i) => [key, cellOf(key, more[i]!)])));
}

const table = (name: string): Cell[][] => (rows as Cell[][]).filter((row) => row[0] === name);

const FIELDS: Field[] = table("FIELD").map(([, id, name, , kind, first]) => ({ id: String(id), name: String(name), kind: String(kind), first: String(first) }));

function shapeOf([, , name, needs, may, , traits, , unsized, ...parts]: Cell[]): ShapeRow {
  const taken = [...words(needs), ...words(may)];
  return { name: String(name), fields: FIELDS.filter(({ id }) => taken.includes(id)), isBody: words(traits).includes("BODY"), isRound: taken.includes("RADIUS"),
    unsized: measure(unsized), parts: parts.map((part) => partOf(part as Cell[])) };
}

const SHAPES = new Map(table("SHAPE").map((row) => [String(row[2]), shapeOf(row)]));

/** The row of a kind of shape, or undefined. */
export const shapeRow = (kind: string): ShapeRow | undefined => SHAPES.get(kind);

/** The first part of a kind that the shape has. */
export const partOfKind = (row: ShapeRow, kind: PartKind): Part | undefined => row.parts.find((part) => part.kind === kind);

/** All inks. */
export const INKS: string[] = [...new Set([...SHAPES.values()].flatMap((row) => row.parts.flatMap(({ ink, other }) => [ink, other]).filter(Boolean)))];
