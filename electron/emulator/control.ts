import { ControlClient } from '../../server/client/control-client.ts'

/** The control API for the menu and the tray, wherever the emulator listens at this moment. */
export type Control = Pick<ControlClient, 'call'>

/** @throws Error with the message of the envelope when the emulator refuses; with a way out when it does not run */
export function createControl(url: () => string | undefined): Control {
  let client: ControlClient | undefined
  return {
    call: async (...request) => {
      const now = url()
      if (now === undefined) throw new Error('The emulator is not running. Restart it from the File menu.')
      if (client?.url !== now) {
        client?.close()
        client = new ControlClient({ url: now })
      }
      return client.call(...request)
    },
  }
}
