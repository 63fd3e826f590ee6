import type { DialogPort } from '../ports.ts'
import type { Strings } from '../strings.ts'

/** Runs something for the user; resolves to `false` when it failed. */
export type Attempt = (title: string, work: () => Promise<boolean>) => Promise<boolean>

/** What goes wrong is said in a dialog with a title, and the app goes on. */
export function attemptWith({ dialog, strings }: { dialog: DialogPort; strings: Strings }): Attempt {
  return async (title, work) => {
    try {
      return await work()
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      await dialog.showMessageBox({ type: 'error', message: title, detail, buttons: [strings.ok] })
      return false
    }
  }
}
