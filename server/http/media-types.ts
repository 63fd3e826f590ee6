/** Types of the files in a build of the dashboard, by the ending of their names. */
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

/** The media type of a file; `undefined` for a kind that no dashboard has, which is not served. */
export function mediaTypeOf(path: string): string | undefined {
  return TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
}
