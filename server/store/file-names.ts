/** Names that Windows reserves for devices, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i

/** Why a name cannot be a file name on every system, and what to do; `others` are the names in use. */
export function fileNameProblem(name: string, others: Iterable<string> = []): string | undefined {
  if (DEVICE.test(name))
    return `${name} is a name that Windows keeps for a device, so no file can have it. Choose another.`
  const folded = name.toLowerCase()
  for (const other of others)
    if (other !== name && other.toLowerCase() === folded)
      return `${name} differs from ${other} only in case, and Windows and macOS take both for one file. Choose another.`
  return undefined
}
