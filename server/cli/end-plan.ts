/** How a signal reaches a process and everything that it has started. */
export type EndPlan =
  | { readonly group: number }
  | { readonly file: string; readonly args: readonly string[] }
  | 'by_itself'

/**
 * Everywhere except on Windows, a command is a process group, and a group receives signals as a process does. Windows has no groups, but
 * knows who started whom while both run. Ctrl+C reaches every process of its console without us. A program there cannot be asked to end, so
 * the other signals end it at once.
 */
export function endPlan(
  pid: number,
  signal: NodeJS.Signals,
  { platform = process.platform }: { platform?: NodeJS.Platform } = {},
): EndPlan {
  if (platform !== 'win32') return { group: -pid }
  return signal === 'SIGINT' ? 'by_itself' : { file: 'taskkill', args: ['/pid', String(pid), '/T', '/F'] }
}
