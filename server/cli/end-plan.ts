/** How a signal reaches a process and everything that it has started. */
export type EndPlan =
  | { readonly group: number }
  | { readonly file: string; readonly args: readonly string[] }
  | 'by_itself'

/**
 * Everywhere but on Windows a command is a process group, and a group takes a signal as a process does. Windows has no groups, but knows who
 * started whom as long as both run. Ctrl+C reaches every process of its console without us; asking does not end a program there, so the
 * other signals end it at once.
 */
export function endPlan(
  pid: number,
  signal: NodeJS.Signals,
  { platform = process.platform }: { platform?: NodeJS.Platform } = {},
): EndPlan {
  if (platform !== 'win32') return { group: -pid }
  return signal === 'SIGINT' ? 'by_itself' : { file: 'taskkill', args: ['/pid', String(pid), '/T', '/F'] }
}
