import { expect, test } from 'vitest'
import type { RecordingView } from '../../server/control/protocol/process.ts'
import { noForkBefore } from './recording.ts'

const from = (request: string): RecordingView => ({
  recording: true,
  oldest: { request, request_id: '00000009-0000-4000-8000-000000000000', at: '2026-01-05T00:00:00Z' },
})

test('A world has a way back to the first recorded request and those after it, and says where that is', () => {
  expect([8, 9, 10].map(seq => noForkBefore(from('#9'), seq))).toEqual([
    { why: 'earlier', oldest: '#9' },
    undefined,
    undefined,
  ])
})

test('A world that records nothing has no way back, one that was asked nothing since only to an instant', () => {
  const off: RecordingView = { recording: false, oldest: null }
  expect([noForkBefore(off, 3), noForkBefore(off, undefined)]).toEqual([{ why: 'off' }, { why: 'off' }])
  const fresh: RecordingView = { recording: true, oldest: null }
  expect([noForkBefore(fresh, 3), noForkBefore(fresh, undefined)]).toEqual([{ why: 'nothing' }, undefined])
})
