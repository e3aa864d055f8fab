// Reads values of an expected kind out of JSON; what is of another kind becomes the neutral value of its kind.

export type Json = Record<string, unknown>;

export const isObject = (v: unknown): v is Json => typeof v === "object" && v !== null && !Array.isArray(v);
export const object = (v: unknown): Json => (isObject(v) ? v : {});
export const text = (v: unknown): string => (typeof v === "string" ? v : "");
export const number = (v: unknown): number => (typeof v === "number" ? v : NaN);
export const list = (v: unknown): unknown[] => (Array.isArray(v) ? v : []);
export const objects = (v: unknown): Json[] => list(v).filter(isObject);
export const texts = (v: unknown): string[] => list(v).filter((one): one is string => typeof one === "string");
