import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RecordingView } from '../../server/control/protocol/process.ts'
import { control, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { useWorldQuery } from './queries.ts'
import { showAnswer } from './show-answer.ts'
import { useWorldId } from './world.tsx'

/** Why the world cannot be taken back to before a request: nothing is recorded, nothing was asked since, or it was before the first one. */
export type NoFork = { why: 'off' } | { why: 'nothing' } | { why: 'earlier'; oldest: string }

/** For an instant, given as no request, only a world that records nothing is known to have no way back. */
export function noForkBefore({ recording, oldest }: RecordingView, seq: number | undefined): NoFork | undefined {
  if (!recording) return { why: 'off' }
  if (seq === undefined) return undefined
  if (oldest === null) return { why: 'nothing' }
  return seq < Number(oldest.request.slice(1)) ? { why: 'earlier', oldest: oldest.request } : undefined
}

/** The same of the world on the page; `undefined` also while that is not known. */
export function useNoForkBefore(seq: number | undefined, isAsked = true): NoFork | undefined {
  // A request is what begins a recording, or drops the oldest part of one.
  const { data, isFetching } = useWorldQuery<RecordingView>('requests', ['recording'], isAsked)
  if (data === undefined || !isAsked) return undefined
  const no = noForkBefore(data, seq)
  return no?.why === 'nothing' && isFetching ? undefined : no
}

/** Whether the world on the page can be taken back to before a request that comes now; `undefined` while that is not known. */
export const useIsRecording = (): boolean | undefined =>
  useWorldQuery<RecordingView>('requests', ['recording']).data?.recording

/** Whether it records, and there is a request before which the world on the page can be taken back; `undefined` while that is not known. */
export const useHasRecorded = (): boolean | undefined => {
  const { data } = useWorldQuery<RecordingView>('requests', ['recording'])
  return data === undefined ? undefined : data.recording && data.oldest !== null
}

/** From now on the world can be forked before each request. */
export function useRecord() {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => control<RecordingView>('PUT', worldPath(world, 'recording'), { body: { recording: true } }),
    onSuccess: view => showAnswer(queryClient, keys.area(world, 'requests', 'recording'), view),
  })
}
