import { Ajv, type Schema } from 'ajv'
import { CALL_CHANNELS, type CallChannel, type DesktopCalls } from '../channels.ts'
import { COMMAND_IDS } from '../commands/table.ts'
import type { InvokeEvent, IpcMainPort } from '../ports.ts'
import { APP_ORIGIN } from '../scheme/app-origin.ts'

type CallHandlers = {
  [Channel in CallChannel]: (...args: DesktopCalls[Channel]['arguments']) => Promise<DesktopCalls[Channel]['result']>
}

/** The arguments of a channel as a JSON schema of the whole list. */
const ARGUMENTS: Record<CallChannel, Schema> = {
  'desktop:info': { type: 'array', maxItems: 0 },
  'desktop:run': {
    type: 'array',
    minItems: 1,
    maxItems: 1,
    items: [{ enum: COMMAND_IDS }],
  },
  'desktop:open-external': {
    type: 'array',
    minItems: 1,
    maxItems: 1,
    items: [{ type: 'string', maxLength: 2_048 }],
  },
}

/**
 * Answers the named channels and no other. A message that does not come from the main frame of a window of ours, at the origin of the app,
 * or whose arguments do not match the channel's schema, is answered with an error before any handler runs.
 */
export function answerCalls({
  ipcMain,
  handlers,
  isOwnWindow,
}: {
  ipcMain: IpcMainPort
  handlers: CallHandlers
  /** Whether an id is that of a window the shell made. */
  isOwnWindow: (contentsId: number) => boolean
}): void {
  const ajv = new Ajv({ strict: true })
  for (const channel of CALL_CHANNELS) {
    const validate = ajv.compile(ARGUMENTS[channel])
    ipcMain.handle(channel, async (event, ...args) => {
      if (!isTrusted(event, isOwnWindow)) {
        throw new Error(`${channel}: only the dashboard itself may ask.`)
      }
      if (!validate(args)) {
        throw new Error(`${channel}: the arguments do not fit (${ajv.errorsText(validate.errors)}).`)
      }
      const handler = handlers[channel] as (...args: unknown[]) => Promise<unknown>
      return handler(...args)
    })
  }
}

/** `senderFrame` is null when the frame is gone by now: nobody is there to be trusted. */
function isTrusted({ sender, senderFrame }: InvokeEvent, isOwnWindow: (contentsId: number) => boolean): boolean {
  if (senderFrame === null || senderFrame === undefined) return false
  return isOwnWindow(sender.id) && senderFrame === sender.mainFrame && senderFrame.origin === APP_ORIGIN
}
