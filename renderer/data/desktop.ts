/** What the page finds in the desktop window and in no browser: the functions of `electron/bridge.ts` that it uses. */
export interface Desktop {
  /** Runs a command of the window's menu. Resolves to whether it ran to its end. */
  run(command: 'restart_emulator'): Promise<boolean>
}

/** The desktop window around this page; `undefined` in a browser. */
export const desktop: Desktop | undefined = (globalThis as { ringback?: Desktop }).ringback
