/** What the server takes as the name of a snapshot. */
export const NAME_PATTERN = '[A-Za-z0-9][A-Za-z0-9_\\-]{0,63}'

/** `snapshot-3`, when 1 and 2 are taken. Pure. */
export function nextName(taken: readonly string[]): string {
  let number = 1
  while (taken.includes(`snapshot-${number}`)) number++
  return `snapshot-${number}`
}

/** A name for a file that is uploaded, free of what the server does not take. Pure. */
export function nameOfFile(file: string, world: string): string {
  const base = file.replace(/\.(db|sqlite3?)$/i, '')
  const clean = (base.startsWith(`${world}-`) ? base.slice(world.length + 1) : base)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64)
  return clean === '' ? 'uploaded' : clean
}

/** Whether a file is a capsule by its name: it opens in a world of its own, at its request, and is no state to put in the place of this one. Pure. */
export const isCapsule = (file: string): boolean => /\.ringback-capsule$/i.test(file)
