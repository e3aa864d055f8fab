// Solids of unit size as triangles: places and normals, six numbers for each corner.
type Corner = [number, number, number, number, number, number];

const circle = (k: number, n: number): [number, number] => [Math.cos((2 * Math.PI * k) / n), Math.sin((2 * Math.PI * k) / n)];

function quad(a: Corner, b: Corner, c: Corner, d: Corner): number[] {
  return [a, b, c, a, c, d].flat();
}

/** A surface over a grid of two numbers, each running from 0 to its count. */
function surface(n: number, m: number, at: (i: number, j: number) => Corner): Float32Array {
  const numbers: number[] = [];
  for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) numbers.push(...quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)));
  return Float32Array.from(numbers);
}

export function sphere(): Float32Array {
  const [around, up] = [64, 32];
  return surface(around, up, (i, j) => {
    const [c, s] = circle(i, around);
    const angle = (Math.PI * j) / up;
    const [x, y, z] = [Math.sin(angle) * c, Math.sin(angle) * s, -Math.cos(angle)];
    return [x, y, z, x, y, z];
  });
}

/** Along y, from -1/2 to 1/2, its radii there; with flat ends. */
export function cylinder(low = 1, high = 1): Float32Array {
  const around = 24;
  const wall = surface(around, 1, (i, j) => {
    const [c, s] = circle(-i, around);
    const radius = j ? high : low;
    return [c * radius, j - 0.5, s * radius, c, low - high, s];
  });
  const ends = [low, high].flatMap((radius, j) => Array.from({ length: around }, (_, i) => {
    const [a, b] = [circle(i, around), circle(i + 1, around)];
    const side = j ? 1 : -1;
    const corner = ([c, s]: [number, number]): Corner => [c * radius, j - 0.5, s * radius, 0, side, 0];
    return [...[0, j - 0.5, 0, 0, side, 0], ...corner(a), ...corner(b)];
  }).flat());
  return Float32Array.from([...wall, ...ends]);
}

/** Of unit sides, about its middle. */
export function cube(): Float32Array {
  const numbers: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const corner = (u: number, v: number): Corner => {
        const at = [0, 0, 0, 0, 0, 0] as Corner;
        at[axis] = side / 2;
        at[(axis + 1) % 3] = u / 2;
        at[(axis + 2) % 3] = v / 2;
        at[3 + axis] = side;
        return at;
      };
      numbers.push(...quad(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)));
    }
  }
  return Float32Array.from(numbers);
}

/** A rim about z, of unit radius outside. */
export function rim(thickness: number): Float32Array {
  const [around, about] = [128, 12];
  return surface(around, about, (i, j) => {
    const [c, s] = circle(i, around);
    const [out, up] = circle(j, about);
    const radius = 1 - thickness + thickness * out;
    return [c * radius, s * radius, thickness * up, c * out, s * out, up];
  });
}

/** A square in the plane of x and y, of unit sides. */
export function square(): Float32Array {
  const corner = (x: number, y: number): Corner => [x / 2, y / 2, 0, 0, 0, 1];
  return Float32Array.from(quad(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)));
}
