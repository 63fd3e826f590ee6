import type { SendingView } from '../../server/control/protocol/process.ts'
import { control, worldPath } from './client.ts'
import { useAreaMutation, useWorldQuery } from './queries.ts'

export type Sending = SendingView['sending']

/** Whether the deliveries of the world leave the process. */
export const useSending = (): Sending | undefined => useWorldQuery<SendingView>('sending', ['sending']).data?.sending

export const useSetSending = () =>
  useAreaMutation('sending', (world, sending: Sending) =>
    control<SendingView>('PUT', worldPath(world, 'sending'), { body: { sending } }),
  )
