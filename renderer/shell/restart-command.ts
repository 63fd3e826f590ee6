const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

interface Where {
  /** Of the page, as `location` has it. */
  readonly hostname: string
  /** Empty for the port that the scheme has by default. */
  readonly port: string
  /** Whether the emulator asks for a token. Which one is never shown. */
  readonly token: boolean
}

/** The command that brings an emulator back to where a page came from, for whoever may type on its machine. */
export function restartCommand({ hostname, port, token }: Where): string {
  const beyond = THIS_MACHINE.has(hostname) ? [] : ['--host 0.0.0.0', `--allow-host ${hostname}`]
  return ['npx ringback start', `--port ${port || '80'}`, ...beyond, ...(token ? ['--token <text>'] : [])].join(' ')
}
