export const DEFAULT_WORLD = 'default'

export interface Place {
  world: string
  /** What the router is based on: `''` for the default world, else `/w/<world>`. */
  base: string
  /** Screen and what follows, decoded: `['requests', 'req_1']`. */
  segments: string[]
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The base of all addresses of a world; the default world has the short form. */
function worldBase(world: string): string {
  return world === DEFAULT_WORLD ? '' : `/w/${encodeURIComponent(world)}`
}

/** Reads a path of the address bar, `/requests/req_1` or `/w/<world>/requests/req_1`. */
export function placeOf(pathname: string): Place {
  const segments = pathname.split('/').filter(Boolean).map(decoded)
  const [first, world, ...rest] = segments
  if (first === 'w' && world !== undefined) return { world, base: worldBase(world), segments: rest }
  return { world: DEFAULT_WORLD, base: '', segments }
}

/** An absolute path inside a world. */
export function pathIn(world: string, ...segments: (string | number)[]): string {
  return `${worldBase(world)}/${segments.map(encodeURIComponent).join('/')}`
}
