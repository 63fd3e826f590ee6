/** Types of what a build of the dashboard consists of, by the ending of a file's name. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
  txt: 'text/plain; charset=utf-8',
}

/** The media type of a file; `undefined` for one that a dashboard does not have, which is not served. */
export function mediaTypeOf(path: string): string | undefined {
  return TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
}
