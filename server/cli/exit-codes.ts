export const EXIT = {
  done: 0,
  failed: 1,
  /** Wrong flags, or the wrong runtime. */
  usage: 2,
  /** The command did its work, and the answer is no. */
  verdict: 3,
  /** No emulator answers. */
  notReady: 4,
  /** The port or the store. */
  inUse: 5,
  /** The store is damaged, or has a newer schema. */
  storeUnusable: 6,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The exit code for each code that an error of ours may carry. Every other error is a failure. */
const EXIT_OF: { readonly [code: string]: ExitCode } = {
  invalid_option: EXIT.usage,
  invalid_world_file: EXIT.usage,
  unsafe_configuration: EXIT.usage,
  cannot_listen: EXIT.usage,
  measure_refused: EXIT.usage,
  nothing_to_judge: EXIT.usage,
  unreachable: EXIT.notReady,
  port_in_use: EXIT.inUse,
  store_in_use: EXIT.inUse,
  store_unusable: EXIT.storeUnusable,
  unknown_tenant: EXIT.failed,
}

/** Ends a command with a message for the person and an exit code for the script. */
export class CommandError extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode
  return knownExitCode(error) ?? EXIT.failed
}

function knownExitCode(error: unknown): ExitCode | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? EXIT_OF[code] : undefined
}

/** Whether we explain an error ourselves. Of any other, the stack says more than the message. */
export function isExplained(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return error instanceof CommandError || error.name === 'ControlRefusal' || knownExitCode(error) !== undefined
}
