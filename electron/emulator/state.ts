/** How the emulator in the utility process is doing, as the menu, the tray and the page see it. */
export type EmulatorState =
  | { kind: 'starting' }
  | {
      kind: 'running'
      /** `http://127.0.0.1:4010` */
      url: string
      controlUrl: string
      port: number
      /** The port that was asked for was taken, so this is another one. */
      moved: boolean
    }
  | { kind: 'restarting'; exitCode: number }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'stopped' }

/** Its address, while it has one. */
export function urlOf(state: EmulatorState): string | undefined {
  return state.kind === 'running' ? state.url : undefined
}
