// Paints solids and lines of a given width in pixels with WebGL 2.
import { cube, cylinder, rim, sphere, square } from "./solids";
import { type Axes3, cross, dot, type Matrix4, times, type Vector } from "./vector";

const SOLID_VERTEX = `#version 300 es
in vec3 at; in vec3 normal; uniform mat4 view; uniform mat3 axes, turn; uniform vec3 origin; out vec3 n;
void main() { gl_Position = view * vec4(axes * at + origin, 1.0); n = turn * normal; }`;
const SOLID_FRAGMENT = `#version 300 es
precision highp float; in vec3 n; uniform vec4 colour; uniform float lit; out vec4 pixel;
void main() {
  vec3 m = normalize(n); if (!gl_FrontFacing && lit > 1.5) m = -m;
  float light = 0.66 + 0.14 * m.z + 0.38 * max(0.0, dot(m, normalize(vec3(0.35, -0.75, 0.9))));
  pixel = vec4(min(vec3(1.0), colour.rgb * (lit > 0.5 ? light : 1.0)) * colour.a, colour.a); }`;
/* Each segment is a strip between its ends; what lies behind the eye is cut off. */
const LINE_VERTEX = `#version 300 es
in vec2 corner; in vec4 from, to; uniform mat4 view; uniform mat3 axes; uniform vec3 origin; uniform vec2 size; uniform float width, gone, reach;
out float strength;
void main() {
  vec4 a = view * vec4(axes * from.xyz + origin, 1.0), b = view * vec4(axes * to.xyz + origin, 1.0);
  float near = 1e-4 * max(abs(a.w), abs(b.w));
  if (a.w < near) a = mix(a, b, (near - a.w) / (b.w - a.w)); else if (b.w < near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 way = (b.xy / b.w - a.xy / a.w) * size; way = length(way) > 0.0 ? normalize(way) : vec2(1.0, 0.0);
  vec4 end = corner.x < 0.5 ? a : b;
  vec2 aside = vec2(-way.y, way.x) * corner.y + way * (corner.x - 0.5) * 0.7;
  gl_Position = end + vec4(aside * width / size * end.w, 0.0, 0.0);
  float part = clamp(1.0 - (gone - (corner.x < 0.5 ? from.w : to.w)) / reach, 0.0, 1.0);
  strength = reach > 0.0 ? 0.3 + 0.7 * part * part : 1.0; }`;
const LINE_FRAGMENT = `#version 300 es
precision highp float; in float strength; uniform vec4 colour; out vec4 pixel;
void main() { float a = colour.a * strength; pixel = vec4(colour.rgb * a, a); }`;

export type Colour = [number, number, number];
/** A rim has its thickness, beside its radius. */
export type Solid = "sphere" | "cylinder" | "cone" | "cube" | `rim ${number}` | "square";

const MESHES: Record<string, (thickness: number) => Float32Array> = { sphere, cylinder: () => cylinder(), cone: () => cylinder(1, 0), cube, rim, square };

interface Mesh {
  vao: WebGLVertexArrayObject;
  count: number;
}

/** Segments on the card: eight numbers each, two places with the way gone to them. */
export interface Lines {
  vao: WebGLVertexArrayObject;
  buffer: WebGLBuffer;
  count: number;
}

/** How lines are painted. */
export interface Stroke {
  colour: Colour;
  width: number;
  alpha?: number;
  axes?: Axes3;
  at?: Vector;
  /** Of a trail: the way gone by now, and over how much of it the trail fades. */
  gone?: number;
  reach?: number;
}

const NO_TURN: Axes3 = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

export const colourOf = (text: string): Colour => {
  const digits = text.replace("#", "");
  return [0, 2, 4].map((i) => parseInt(digits.slice(i, i + 2), 16) / 255 || 0) as Colour;
};

function program(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const made = gl.createProgram()!;
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made) ?? "no program");
  return made;
}

/** Where normals of a stretched solid point: the transposed inverse, up to its size. */
const turnOf = ([x, y, z]: Axes3): number[] => {
  const [a, b, c] = [cross(y, z), cross(z, x), cross(x, y)];
  const sign = dot(x, a) < 0 ? -1 : 1;
  return [a, b, c].flatMap((column) => times(column, sign / (Math.hypot(...a) + Math.hypot(...b) + Math.hypot(...c) || 1)));
};

export class Painter3d {
  private readonly gl: WebGL2RenderingContext;
  private solids!: WebGLProgram;
  private strips!: WebGLProgram;
  private readonly meshes = new Map<Solid, Mesh>();
  private places = new Map<string, WebGLUniformLocation | null>();
  private view: Matrix4 = new Float32Array(16);
  private size: [number, number] = [1, 1];

  /** Fails where there is no WebGL 2. */
  constructor(canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error("no WebGL");
    this.gl = gl;
    this.prepare();
  }

  /** Also after the card has lost everything. */
  prepare(): void {
    this.solids = program(this.gl, SOLID_VERTEX, SOLID_FRAGMENT);
    this.strips = program(this.gl, LINE_VERTEX, LINE_FRAGMENT);
    this.meshes.clear();
    this.places.clear();
  }

  begin(width: number, height: number, ground: Colour, view: Matrix4): void {
    const { gl } = this;
    this.view = view;
    this.size = [width, height];
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(...ground, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** Of all that is painted until it is changed again. */
  opacity = 1;

  solid(kind: Solid, axes: Axes3, at: Vector, colour: Colour, alpha = 1): void {
    const { gl } = this;
    const mesh = this.mesh(kind);
    gl.useProgram(this.solids);
    gl.uniformMatrix4fv(this.place(this.solids, "view"), false, this.view);
    gl.uniformMatrix3fv(this.place(this.solids, "axes"), false, axes.flat());
    gl.uniformMatrix3fv(this.place(this.solids, "turn"), false, turnOf(axes));
    gl.uniform3f(this.place(this.solids, "origin"), ...at);
    gl.uniform4f(this.place(this.solids, "colour"), ...colour, alpha * this.opacity);
    gl.uniform1f(this.place(this.solids, "lit"), kind === "square" ? 0 : 1);
    gl.depthMask(alpha * this.opacity === 1);
    gl.bindVertexArray(mesh.vao);
    gl.drawArrays(gl.TRIANGLES, 0, mesh.count);
    gl.depthMask(true);
  }

  makeLines(numbers: ArrayLike<number>): Lines {
    const { gl } = this;
    const [vao, buffer, corners] = [gl.createVertexArray()!, gl.createBuffer()!, gl.createBuffer()!];
    gl.bindVertexArray(vao);
    gl.bindBuffer(gl.ARRAY_BUFFER, corners);
    gl.bufferData(gl.ARRAY_BUFFER, Float32Array.of(0, -1, 1, -1, 0, 1, 1, 1), gl.STATIC_DRAW);
    this.attribute(this.strips, "corner", 2, 8, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, Float32Array.from(numbers), gl.DYNAMIC_DRAW);
    this.attribute(this.strips, "from", 4, 32, 0, 1);
    this.attribute(this.strips, "to", 4, 32, 16, 1);
    return { vao, buffer, count: numbers.length / 8 };
  }

  /** Other segments in the place of old ones. */
  change(lines: Lines, first: number, numbers: number[]): void {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, lines.buffer);
    this.gl.bufferSubData(this.gl.ARRAY_BUFFER, 32 * first, Float32Array.from(numbers));
  }

  freeLines(lines: Lines): void {
    this.gl.deleteVertexArray(lines.vao);
    this.gl.deleteBuffer(lines.buffer);
  }

  lines(lines: Lines, count: number, stroke: Stroke): void {
    const { gl } = this;
    if (count < 1) return;
    gl.useProgram(this.strips);
    gl.uniformMatrix4fv(this.place(this.strips, "view"), false, this.view);
    gl.uniformMatrix3fv(this.place(this.strips, "axes"), false, (stroke.axes ?? NO_TURN).flat());
    gl.uniform3f(this.place(this.strips, "origin"), ...(stroke.at ?? [0, 0, 0]));
    gl.uniform2f(this.place(this.strips, "size"), ...this.size);
    gl.uniform1f(this.place(this.strips, "width"), stroke.width);
    gl.uniform1f(this.place(this.strips, "gone"), stroke.gone ?? 0);
    gl.uniform1f(this.place(this.strips, "reach"), stroke.reach ?? 0);
    gl.uniform4f(this.place(this.strips, "colour"), ...stroke.colour, (stroke.alpha ?? 1) * this.opacity);
    gl.bindVertexArray(lines.vao);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, Math.min(count, lines.count));
  }

  private attribute(of: WebGLProgram, name: string, size: number, stride: number, offset: number, divisor: number): void {
    const { gl } = this;
    const place = gl.getAttribLocation(of, name);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, stride, offset);
    gl.vertexAttribDivisor(place, divisor);
  }

  private mesh(kind: Solid): Mesh {
    const { gl } = this;
    const known = this.meshes.get(kind);
    if (known) return known;
    const [name, thickness] = kind.split(" ");
    const numbers = MESHES[name!]!(Number(thickness));
    const vao = gl.createVertexArray()!;
    gl.bindVertexArray(vao);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer()!);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
    this.attribute(this.solids, "at", 3, 24, 0, 0);
    this.attribute(this.solids, "normal", 3, 24, 12, 0);
    const mesh = { vao, count: numbers.length / 6 };
    this.meshes.set(kind, mesh);
    return mesh;
  }

  private place(of: WebGLProgram, name: string): WebGLUniformLocation | null {
    const key = `${of === this.solids ? "s" : "l"} ${name}`;
    if (!this.places.has(key)) this.places.set(key, this.gl.getUniformLocation(of, name));
    return this.places.get(key)!;
  }
}
