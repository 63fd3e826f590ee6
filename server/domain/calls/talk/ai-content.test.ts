import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CALL_TYPES, type CallType } from '../../../contract/calls.ts'
import { Randomness } from '../../../kernel/random.ts'
import { type AiContent, aiContent } from './ai-content.ts'
import { HOLES, SCENARIOS } from './scenarios.ts'

const random = new Randomness('1')
const content = (duration_seconds: number, call = 0, options: { call_type?: CallType } = {}) =>
  aiContent({
    random,
    name: `call_${call}`,
    duration_seconds,
    staff_name: '佐藤 健一',
    call_type: 'outbound',
    ...options,
  })

const DURATIONS = [0, 1, 2, 3, 5, 8, 12, 18, 20, 25, 33, 47, 60, 75, 90, 120, 180, 240, 300, 480, 900, 1_500, 86_400]
/** Every length in both directions, with many calls each. */
const many: { duration: number; call_type: CallType; content: AiContent }[] = CALL_TYPES.flatMap(call_type =>
  DURATIONS.flatMap(duration =>
    Array.from({ length: 40 }, (_, call) => ({ duration, call_type, content: content(duration, call, { call_type }) })),
  ),
)

describe('the AI-derived fields of a call', () => {
  it('are the same whenever the call is read, and differ between calls', () => {
    expect(content(180, 7)).toEqual(content(180, 7))
    const transcripts = Array.from({ length: 50 }, (_, call) => JSON.stringify(content(180, call).transcript))
    expect(new Set(transcripts).size).toBe(50)
  })

  it('have a transcript whose times ascend, do not overlap and lie inside the conversation', () => {
    for (const { duration, content } of many) {
      let end = 0
      for (const { start_seconds, end_seconds } of content.transcript) {
        expect(start_seconds).toBeGreaterThanOrEqual(end)
        expect(end_seconds).toBeGreaterThan(start_seconds)
        end = end_seconds
      }
      expect(end).toBeLessThanOrEqual(duration)
    }
  })

  it('have voice figures that follow from the times of the transcript', () => {
    for (const { duration, content } of many) {
      const { transcript, voice_analysis } = content
      const spoken = (speaker?: string) =>
        transcript
          .filter(line => speaker === undefined || line.speaker === speaker)
          .reduce((sum, line) => sum + line.end_seconds - line.start_seconds, 0)
      expect(voice_analysis.silence_seconds).toBeCloseTo(duration - spoken(), 5)
      expect(voice_analysis.talk_ratio).toBeCloseTo(spoken() === 0 ? 0 : spoken('staff') / spoken(), 1)
      expect(Number.isInteger(voice_analysis.speech_rate_wpm)).toBe(true)
      expect(['positive', 'neutral', 'negative']).toContain(voice_analysis.sentiment)
    }
  })

  it('speak at a rate at which people speak', () => {
    for (const { content } of many) {
      if (content.transcript.length === 0) continue
      expect(content.voice_analysis.speech_rate_wpm).toBeGreaterThan(100)
      expect(content.voice_analysis.speech_rate_wpm).toBeLessThan(250)
    }
  })

  it('grow with the conversation, which is hardly silent up to eight minutes', () => {
    for (const call_type of CALL_TYPES) {
      const average = (duration: number, value: (content: AiContent) => number) => {
        const own = many.filter(row => row.duration === duration && row.call_type === call_type)
        return own.reduce((sum, row) => sum + value(row.content), 0) / own.length
      }
      for (const [shorter, longer] of [
        [3, 20],
        [20, 60],
        [60, 120],
        [120, 300],
        [300, 480],
      ] as const) {
        const lines = (content: AiContent) => content.transcript.length
        expect(average(longer, lines)).toBeGreaterThan(average(shorter, lines))
      }
      for (const duration of [60, 120, 240, 300, 480]) {
        expect(average(duration, content => content.voice_analysis.silence_seconds) / duration).toBeLessThan(0.25)
      }
    }
  })

  it('go from a greeting to a farewell, with both sides speaking', () => {
    const farewells = CALL_TYPES.flatMap(type => SCENARIOS[type]).flatMap(
      ({ farewell }) => farewell.lines.at(-1)?.wordings ?? [],
    )
    for (const { duration, call_type, content } of many.filter(row => row.duration >= 30)) {
      expect(content.transcript[0]?.speaker, `${duration}`).toBe(call_type === 'outbound' ? 'customer' : 'staff')
      expect(content.transcript.some(({ text }) => text.includes('佐藤'))).toBe(true)
      expect(farewells).toContain(content.transcript.at(-1)?.text)
      expect(new Set(content.transcript.map(line => line.speaker)).size).toBe(2)
    }
  })

  it('have something to say in every length from twenty seconds on', () => {
    for (const call_type of CALL_TYPES) {
      for (let duration = 20; duration <= 150; duration++) {
        const { transcript, voice_analysis } = content(duration, duration, { call_type })
        expect(transcript.length, `${duration} s`).toBeGreaterThanOrEqual(6)
        expect(voice_analysis.silence_seconds / duration, `${duration} s`).toBeLessThan(0.5)
      }
    }
  })

  it('have a summary that tells what was agreed in the transcript', () => {
    const details = Object.entries(HOLES).flatMap(([hole, values]) => (hole === 'count' ? [] : values))
    const agreed = many.flatMap(({ content: { summary, transcript } }) =>
      details
        .filter(detail => summary.includes(detail))
        .map(detail => ({ detail, text: transcript.map(line => line.text).join('') })),
    )
    expect(agreed.length).toBeGreaterThan(500)
    for (const { detail, text } of agreed) expect(text).toContain(detail)
  })

  it('leave no hole open, and call staff by their family names', () => {
    for (const call_type of CALL_TYPES) {
      for (let call = 0; call < 400; call++) {
        const { transcript, summary } = aiContent({
          random,
          name: `call_${call}`,
          duration_seconds: 20 + call * 2,
          staff_name: 'Maria Lopez',
          call_type,
        })
        const text = summary + transcript.map(line => line.text).join('')
        expect(text).not.toMatch(/undefined|\{/)
        expect(text).not.toContain('Maria')
      }
    }
  })

  it('are those that they were when the scripts were written', () => {
    const digest = createHash('sha256')
    for (const call_type of ['outbound', 'inbound'] as const)
      for (let call = 0; call < 1_500; call++)
        digest.update(
          JSON.stringify(
            aiContent({
              random: new Randomness('7'),
              name: `call_${call}`,
              duration_seconds: call < 1_200 ? call / 3 : call * 2,
              staff_name: call % 3 ? '佐藤 健一' : 'Maria Lopez',
              call_type,
            }),
          ),
        )
    expect(digest.digest('hex')).toBe('55b4dedc843989b84744c9ac02875786ba4a6df035e73c5f6808929b02458cea')
  })
})
