import { expect, test } from 'vitest'
import type { Answer } from '../../data/answers.ts'
import { type Arc, type Bar, type Column, type Picture, seenStatus } from './layout.ts'
import type { RequestMark } from './marks.ts'
import type { Paint } from './paint.ts'
import { paintCalls } from './paint-calls.ts'
import { paintClock } from './paint-clock.ts'
import { paintRequests } from './paint-requests.ts'
import { paintWebhooks } from './paint-webhooks.ts'

const MINUTE = 60_000

interface Word {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
  /** What had been painted before. */
  readonly after: { readonly curves: number; readonly grounds: number }
}

/** Notes which words are painted where; each letter is 6 px wide. */
function paper() {
  const words: Word[] = []
  const count = { curves: 0, grounds: 0, outlines: 0 }
  const methods = ['fill', 'stroke', 'beginPath', 'moveTo', 'lineTo', 'roundRect', 'arc', 'setLineDash']
  const context = {
    ...Object.fromEntries(methods.map(name => [name, () => {}])),
    bezierCurveTo: () => count.curves++,
    fillRect: () => count.grounds++,
    strokeRect: () => count.outlines++,
    measureText: (text: string) => ({ width: text.length * 6 }),
    fillText: (text: string, left: number, y: number) =>
      words.push({ text, left, right: left + text.length * 6, y, after: { ...count } }),
  }
  const paint = { context, colours: {}, family: 'Inter', lit: [], chosen: undefined } as unknown as Paint
  return { paint, words, count }
}

/** A picture of these parts, of which nothing is planned; the present is at its right edge. */
const pictureWith = (parts: object): Picture =>
  ({
    geometry: {
      ...{ look: 'full', width: 1_000, height: 200, callRows: 1, receivers: [], limits: [] },
      lanes: { clock: { top: 0, height: 30 }, calls: { top: 30, height: 22 }, webhooks: { top: 60, height: 47 } },
    },
    now: { at: 0, x: 1_000 },
    ...{
      tears: [],
      midnights: [],
      moves: [],
      controls: [],
      bars: [],
      groups: [],
      dots: [],
      arcs: [],
      stacks: [],
      dropped: [],
    },
    ...parts,
  }) as unknown as Picture

const SAY = (count: number, answered: number | string) => `${count} of ${answered}`

test('No length of a wait is written over a mark: it stands beside that, or nowhere', () => {
  const dot = (x: number, y: number) => ({ x, y, attempt: { outcome: 'failed' } })
  const arcs = [{ from: dot(100, 118), to: dot(300, 118), milliseconds: 5 * MINUTE }]
  const wordsWith = (others: readonly number[]) => {
    const { paint, words } = paper()
    paintWebhooks(paint, pictureWith({ arcs, dots: others.map(x => dot(x, 98)) }), [])
    return words
  }
  expect(wordsWith([]).map(({ left, right }) => (left + right) / 2)).toEqual([200])
  for (const { left, right } of wordsWith([200])) expect(left > 206 || right < 194).toBe(true)
  expect(wordsWith([200])).toHaveLength(1)
  expect(wordsWith([140, 160, 180, 200, 220, 240, 260])).toEqual([])
})

test('No length of a wait is written over another one, and no arc runs over it', () => {
  const dot = (x: number, outcome: string) => ({ x, y: 90, attempt: { outcome } })
  const arc = (from: number, to: number) =>
    ({ from: dot(from, 'failed'), to: dot(to, 'failed'), milliseconds: 5 * MINUTE }) as unknown as Arc
  const arcs = [arc(100, 300), arc(104, 304), arc(300, 500), arc(200, 420), arc(600, 640)]
  const { paint, words } = paper()
  paintWebhooks(paint, pictureWith({ arcs }), [])
  expect(words.map(({ text, left }) => [text, left + 18])).toEqual([
    ['+5 min', 200],
    ['+5 min', 400],
  ])
  expect(words.map(({ after }) => after.curves)).toEqual([5, 5])
})

test('Lengths of waits are whole and apart, and stand only on arcs of which one end is in view', () => {
  const dot = (x: number, outcome: string) => ({ x, y: 90, attempt: { outcome } })
  const arc = (from: number, to: number, minutes = 120) =>
    ({ from: dot(from, 'failed'), to: dot(to, 'planned'), milliseconds: minutes * MINUTE }) as unknown as Arc
  const said = (...arcs: Arc[]) => {
    const { paint, words } = paper()
    paintWebhooks(paint, pictureWith({ arcs, now: { at: 0, x: 700 } }), [])
    return words
  }
  const texts = (...arcs: Arc[]) => said(...arcs).map(({ text }) => text)
  // Both ends are beyond the edges.
  expect(texts(arc(-300, 1_300))).toEqual([])
  const [late] = said(arc(900, 1_400))
  expect([late!.left >= 900, late!.right <= 1_000]).toEqual([true, true])
  expect(texts(arc(970, 1_400))).toEqual([])
  // Four chains that began a moment after each other are told of once.
  expect(texts(...[0, 15, 30, 60].map(by => arc(300 + by, 460 + by)))).toEqual(['+2 h'])
  // Of different lengths, each is told, and they do not meet.
  const [one, other] = said(arc(300, 460), arc(310, 480, 600))
  expect([one!.text, other!.text]).toEqual(['+2 h', '+10 h'])
  expect(Math.max(other!.left - one!.right, one!.left - other!.right)).toBeGreaterThanOrEqual(4)
  // No line goes through one.
  for (const { left, right } of said(arc(650, 752))) expect(left > 700 || right < 700).toBe(true)
})

test('How long after its arrival something was sent once more stands where its arc is alone, over no attempt of another, or nowhere', () => {
  const dot = (x: number, outcome: string) => ({ x, y: 90, attempt: { outcome } })
  const arc = (from: number, to: number, outcome: string, minutes: number) =>
    ({ from: dot(from, outcome), to: dot(to, outcome), milliseconds: minutes * MINUTE }) as unknown as Arc
  const said = (byHand: Arc, retries: readonly Arc[]) => {
    const { paint, words } = paper()
    const arcs = [byHand, ...retries]
    paintWebhooks(paint, pictureWith({ arcs, dots: arcs.flatMap(({ from, to }) => [from, to]) }), [])
    return words
  }
  const retries = [300, 400, 500, 600, 700].map(x => arc(x, x + 100, 'failed', 600))
  const words = said(arc(100, 900, 'delivered', 1_314), retries)
  // Those of the retries are all there: it gives way to them.
  expect(words.filter(({ text }) => text === '+10 h')).toHaveLength(5)
  const [own] = words.filter(({ text }) => text === '+21 h 54 min')
  expect(own!.right < 300 || own!.left > 800).toBe(true)
  const covered = said(arc(280, 820, 'delivered', 1_314), retries)
  expect(covered.map(({ text }) => text)).toEqual(['+10 h', '+10 h', '+10 h', '+10 h', '+10 h'])
})

test('The name of a drill is covered by nothing that was done, and stands above the line of the clock', () => {
  const drill = (text: string, from: number, to: number) => ({ mark: { text, until: to }, x: from, to })
  const act = (text: string, x: number) => ({ mark: { text }, x })
  const painted = (...controls: readonly object[]) => {
    const { paint, words } = paper()
    paintClock(paint, pictureWith({ controls }), mark => (mark as unknown as { text: string }).text)
    return words
  }
  const name = 'quota_gone: running'
  const apart = (words: ReturnType<typeof painted>) => {
    const [own, other] = [words.find(({ text }) => text === name)!, words.find(({ text }) => text === '0 left')]
    return other === undefined || own.left > other.right || own.right < other.left
  }
  // Beside it, where the drill has room for both; else the act is a box below the name.
  const both = painted(drill(name, 200, 600), act('0 left', 230))
  expect([both.length, apart(both)]).toEqual([2, true])
  const one = painted(drill(name, 100, 240), act('0 left', 170))
  expect(one.map(({ text }) => text)).toEqual([name])
  // The line is in the middle of the lane, at 15 px; letters of 10 px reach 5 px below their middle.
  for (const { y } of painted(drill(name, 200, 206))) expect(y + 5).toBeLessThan(14)
})

test('How many attempts are of one place is written over no other number and no mark', () => {
  const dot = (x: number) => ({ x, y: 90, attempt: { outcome: 'failed' } })
  const xs = [100, 108, 116, 124]
  const stacks = xs.map(x => ({ x, y: 90, outcome: 'failed', count: 2 }))
  const { paint, words } = paper()
  paintWebhooks(paint, pictureWith({ dots: xs.map(dot), stacks }), [])
  expect(words.length).toBeGreaterThan(1)
  for (const [index, word] of words.entries()) {
    for (const other of words.slice(index + 1))
      expect(Math.abs(word.y - other.y) >= 10 || word.left >= other.right || other.left >= word.right).toBe(true)
    for (const x of xs) expect(Math.abs(word.y - 90) >= 9 || word.left >= x + 5 || word.right <= x - 5).toBe(true)
  }
})

test('The length of a move of the clock keeps off the line of a Tokyo midnight, where the move has room for it', () => {
  const at = (midnight: number, [from, to]: [number, number]) => {
    const { paint, words } = paper()
    const moves = [{ mark: { from: 0, to: 45 * MINUTE, pace: 'frozen', paceBefore: 'frozen' }, from, to }]
    paintClock(paint, pictureWith({ moves, midnights: [{ at: 0, x: midnight }] }), () => '')
    const [{ left, right } = { left: 0, right: 0 }] = words
    return { isClear: midnight < left || midnight > right, isOver: left >= from && right <= to }
  }
  for (const midnight of [380, 400, 410]) expect(at(midnight, [200, 600])).toEqual({ isClear: true, isOver: true })
})

test('The words of what was done stand over their instant, and over the line of no Tokyo midnight on the day before or after', () => {
  const wordAt = (x: number, midnight: number) => {
    const { paint, words } = paper()
    paintClock(
      paint,
      pictureWith({ controls: [{ mark: {}, x }], midnights: [{ at: 0, x: midnight }] }),
      () => 'missed → 500',
    )
    return words[0]!
  }
  for (const [x, midnight] of [
    [507, 500],
    [540, 500],
    [493, 500],
    [470, 500],
  ] as const) {
    const { left, right } = wordAt(x, midnight)
    expect([x, left - 6 > midnight, right + 6 < midnight]).toEqual([x, x > midnight, x < midnight])
    expect([left - 6 <= x, right + 6 >= x]).toEqual([true, true])
  }
})

test('A move of the clock that is out of view but for its end has its length nowhere: at the edge it would be that of the next move', () => {
  const painted = (from: number) => {
    const { paint, words } = paper()
    const mark = { from: 0, to: 59 * MINUTE, pace: 'frozen', paceBefore: 'frozen' }
    paintClock(paint, pictureWith({ moves: [{ mark, from, to: 20 }] }), () => '')
    return words.length
  }
  expect(painted(-300)).toBe(0)
})

test('A line from a request to its call does not strike through the name of another call on its way', () => {
  const bar = { row: 0, from: 100, to: 120, talks: 110, rings: undefined, mark: { value: {} } }
  const painted = (start: number) => {
    const { paint, words, count } = paper()
    const join = { start, end: start, top: 20, bottom: 60 }
    paintCalls(paint, pictureWith({ bars: [bar as unknown as Bar] }), {
      nameOf: () => 'crm-1004',
      moreOf: String,
      joins: [join],
    })
    return [words.map(({ text }) => text), count.grounds]
  }
  const [beside, through] = [painted(300), painted(140)]
  expect(beside).toEqual([['crm-1004'], expect.any(Number)])
  // On a ground of its own.
  expect(through).toEqual([['crm-1004'], (beside[1] as number) + 1])
})

test('The line of a Tokyo midnight does not strike through the name of a call beside its bar', () => {
  const bar = { row: 0, from: 100, to: 120, talks: 110, rings: undefined, mark: { value: {} } }
  const painted = (midnight: number) => {
    const { paint, words, count } = paper()
    const parts = { bars: [bar as unknown as Bar], midnights: [{ at: 0, x: midnight }] }
    paintCalls(paint, pictureWith(parts), { nameOf: () => '037****0001', moreOf: String, joins: [] })
    return [words.map(({ text }) => text), count.grounds]
  }
  const beside = painted(300)
  for (const midnight of [126, 140, 190])
    expect(painted(midnight)).toEqual([['037****0001'], (beside[1] as number) + 1])
})

test('What is not answered is an outline, alone as well as in a stack, and no word says how', () => {
  const answers = (column: Partial<Record<Answer, number>>) => {
    const statusOf = (answer: string) => (answer === 'failed' ? 503 : 200)
    const marks = Object.entries(column).flatMap(([answer, count]) =>
      Array.from({ length: count }, (_, at) => ({
        ...{ at, answer, value: { origin: 'client', status: statusOf(answer) } },
      })),
    )
    const counts = { ok: 0, open: 0, client: 0, limited: 0, lost: 0, failed: 0, ...column }
    const [first] = marks
    const status = marks.every(({ answer }) => answer === first?.answer) ? seenStatus(first as RequestMark) : undefined
    return { x: 100, marks, counts, status } as unknown as Column
  }
  const drawn = (look: 'full' | 'band', column: Column) => {
    const { paint, words, count } = paper()
    const picture = pictureWith({ columns: [column] })
    paintRequests(
      paint,
      {
        ...picture,
        geometry: { ...picture.geometry, look, lanes: { requests: { top: 0, height: 60 } } },
      } as unknown as Picture,
      SAY,
    )
    return { grounds: count.grounds, outlines: count.outlines, words: words.map(({ text }) => text) }
  }
  for (const look of ['full', 'band'] as const)
    expect(drawn(look, answers({ open: 1 }))).toEqual({ grounds: 0, outlines: 1, words: [] })
  expect(drawn('full', answers({ open: 2, ok: 1 }))).toEqual({ grounds: 1, outlines: 2, words: [] })
  expect(drawn('full', answers({ open: 20 }))).toEqual({ grounds: 0, outlines: 1, words: ['20 of open'] })
  expect(drawn('full', answers({ open: 20, failed: 3 }))).toEqual({
    grounds: 1,
    outlines: 1,
    words: ['20 of open', ' · ', '3 of 503'],
  })
})

test('A stack says in the colour of each answer how many had it, with counts that add up, and none with the sign of a failure', () => {
  const drawn = (width: number, statuses: readonly number[]) => {
    const marks = statuses.map((status, at) => ({
      ...{ at, value: { origin: 'client', status } },
      answer: status >= 500 ? 'failed' : status >= 400 ? 'client' : 'ok',
    }))
    const counts = { ok: 0, open: 0, client: 0, limited: 0, lost: 0, failed: 0 }
    for (const { answer } of marks) counts[answer as 'ok']++
    const written: [string, string][] = []
    const { paint } = paper()
    const context = {
      ...(paint.context as object),
      fillText: (text: string) => written.push([text, (context as { fillStyle?: string }).fillStyle ?? '']),
    }
    const colours = { good: 'green', bad: 'red', warn: 'amber', ink_dim: 'grey' }
    const picture = pictureWith({ columns: [{ x: 30, marks, counts, status: undefined }], now: { at: 0, x: width } })
    const lanes = { requests: { top: 0, height: 60 } }
    paintRequests(
      { ...paint, context, colours } as unknown as Paint,
      { ...picture, geometry: { ...picture.geometry, lanes } },
      SAY,
    )
    return written
  }
  const statuses = [...new Array<number>(30).fill(200), 503, 503, 503]
  expect(drawn(1_000, statuses)).toEqual([
    ['30 of 200', 'green'],
    [' · ', 'grey'],
    ['3 of 503', 'red'],
  ])
  // With less room how many there are: of counts that only colours tell apart nobody would know what they are.
  for (const width of [90, 62]) expect(drawn(width, statuses)).toEqual([['33', 'grey']])
  // Of many statuses it says the kinds.
  expect(drawn(1_000, [200, 201, 404, 404, 422, 503]).map(([text]) => text)).toEqual([
    ...['2 of ok', ' · ', '3 of client', ' · ', '1 of failed'],
  ])
})

test('A stack right before the clock says how many it stands for before it, as there is no room behind it', () => {
  const stack = (x: number) => {
    const marks = Array.from({ length: 5 }, (_, at) => ({ at, answer: 'ok', value: { origin: 'client', status: 200 } }))
    return { x, marks, counts: { ok: 5, open: 0, client: 0, limited: 0, lost: 0, failed: 0 }, status: 200 }
  }
  const drawn = (columns: readonly number[]) => {
    const { paint, words } = paper()
    const picture = pictureWith({
      columns: columns.map(stack) as unknown as Column[],
      now: { x: 300 } as Picture['now'],
    })
    paintRequests(
      paint,
      {
        ...picture,
        geometry: { ...picture.geometry, look: 'full', lanes: { requests: { top: 0, height: 60 } } },
      } as unknown as Picture,
      SAY,
    )
    return words.map(({ text, left, right }) => ({
      text,
      side: left > columns.at(-1)! ? 'behind' : right < columns.at(-1)! ? 'before' : 'over',
    }))
  }
  expect(drawn([100])).toEqual([{ text: '5 of 200', side: 'behind' }])
  expect(drawn([276])).toEqual([{ text: '5 of 200', side: 'before' }])
  // Of two that stand close it is of both.
  expect(drawn([250, 276])).toEqual([{ text: '10 of 200', side: 'before' }])
  // The one farther before it has the room.
  expect(drawn([240, 276])).toEqual([{ text: '5', side: 'before' }])
})

test('A word beside columns that stand close counts all of them, with a bracket below them, or a stack among ticks alone', () => {
  const columnAt = (x: number, statuses: readonly number[]) => {
    const answers = statuses.map(status => (status === 200 ? 'ok' : 'limited') as Answer)
    const counts = { ok: 0, open: 0, client: 0, limited: 0, lost: 0, failed: 0 }
    for (const answer of answers) counts[answer]++
    const marks = answers.map((answer, at) => ({ at, answer, value: { origin: 'client', status: statuses[at] } }))
    return { x, marks, counts, status: new Set(statuses).size === 1 ? statuses[0] : undefined }
  }
  const saidOf = (...columns: ReturnType<typeof columnAt>[]) => {
    const { paint, words } = paper()
    const lines: number[] = []
    const context = { ...(paint.context as object), lineTo: (x: number) => lines.push(x) }
    const picture = pictureWith({ columns: columns as unknown as Column[], now: { at: 0, x: now } })
    const lanes = { requests: { top: 0, height: 60 } }
    paintRequests(
      { ...paint, context } as unknown as Paint,
      { ...picture, geometry: { ...picture.geometry, lanes } },
      SAY,
    )
    bracket = lines.length === 0 ? undefined : [Math.min(...lines), Math.max(...lines)]
    return words.map(({ text }) => text).join('')
  }
  let [now, bracket]: [number, [number, number] | undefined] = [1_000, undefined]
  const many = (status: number, count: number) => new Array<number>(count).fill(status)
  // What a burst of 100 that pass and 61 that do not comes to in five slices.
  const slices = [many(200, 31), many(200, 38), [...many(200, 31), ...many(429, 9)], many(429, 30), many(429, 22)]
  const burst = slices.map((statuses, index) => columnAt(100 + 5 * index, statuses))
  expect(saidOf(...burst)).toBe('100 of 200 · 61 of 429')
  expect(bracket).toEqual([96.5, 123.5])
  // One that stands apart has its own, as has what is beyond the left edge.
  expect(saidOf(columnAt(20, many(200, 7)), ...burst)).toBe('7 of 200100 of 200 · 61 of 429')
  expect(saidOf(columnAt(-5, many(200, 7)), columnAt(3, many(200, 6)))).toBe('6 of 200')
  // Of a few ticks each is seen, and a status stands beside its own.
  expect(saidOf(columnAt(100, [200]), columnAt(112, [429]))).toBe('429')
  expect(bracket).toBeUndefined()
  // Right before the clock, words stand before the first.
  now = 140
  expect(saidOf(columnAt(100, [404]), columnAt(118, [422]))).toBe('404')
  const stack = columnAt(200, [...many(200, 8), ...many(429, 2)])
  const ticks = (...at: number[]) => at.map(x => columnAt(x, [429]))
  now = 250
  expect(saidOf(stack, ...ticks(212, 224, 236))).toBe('8 of 200 · 2 of 429')
  expect(bracket).toBeUndefined()
  now = 1_000
  expect(saidOf(...ticks(176, 188), stack)).toBe('8 of 200 · 2 of 429')
  // Behind the ticks it would be taken for theirs: it counts them, too, and is marked so.
  expect(saidOf(stack, ...ticks(212, 224, 236), columnAt(900, [200]))).toBe('8 of 200 · 5 of 429')
  expect(bracket).toEqual([196.5, 239.5])
})

test('A call whose name is longer than the room beside its bar has the beginning and the end of it, and no part of a letter', () => {
  const name = 'opportunity-2026-03-10-tokyo-branch-follow-up'
  const said = (room: number) => {
    const { paint, words } = paper()
    const bar = { row: 0, from: 180, talks: 180, to: 200, planned: undefined, hasSign: false, mark: { value: {} } }
    const other = { ...bar, from: 205 + room + 4, talks: 205 + room + 4, to: 900, mark: { value: { other: true } } }
    paintCalls(paint, pictureWith({ bars: [bar, other] }), {
      nameOf: ({ mark }) => ('other' in mark.value ? '' : name),
      moreOf: String,
      joins: [],
    })
    return words.find(({ text }) => text !== '')
  }
  expect(said(6 * name.length)?.text).toBe(name)
  const short = said(130)!
  expect(short.text).toMatch(/^opport.+….+low-up$/)
  expect(short.right).toBeLessThanOrEqual(205 + 130)
  expect(said(40)).toBeUndefined()
})

test('A bar of several calls says how many they are, in few signs where it has little room', () => {
  const said = (to: number) => {
    const { paint, words } = paper()
    const groups = [{ marks: [{}, {}, {}], row: 0, from: 100, to }]
    paintCalls(paint, pictureWith({ groups }), { nameOf: () => '', moreOf: count => `+${count} calls`, joins: [] })
    return words.map(({ text }) => text)
  }
  expect([said(300), said(126)]).toEqual([['+3 calls'], ['+3']])
})

test('How a call ended is said after its bar, where the next call of its row leaves it room', () => {
  const painted: string[] = []
  const methods = [
    'fill',
    'stroke',
    'beginPath',
    'setLineDash',
    'fillRect',
    'fillText',
    'save',
    'restore',
    'clip',
    'rect',
    'moveTo',
    'lineTo',
  ]
  const context = {
    ...Object.fromEntries(methods.map(name => [name, () => {}])),
    measureText: () => ({ width: 6 }),
    roundRect: (left: number) => painted.push(`bar ${left}`),
    arc: (middle: number) => painted.push(`end ${middle}`),
  }
  const bar = (from: number, to: number, hasSign: boolean) => ({
    ...{ mark: { ended: 1, value: { status: 'busy' } }, row: 0, from, rings: from, talks: undefined, to },
    ...{ planned: undefined, answered: undefined, ready: undefined, hasSign },
  })
  const paint = { context, colours: {}, family: 'Inter', lit: [], chosen: undefined } as unknown as Paint
  const bars = [bar(100, 120, false), bar(124, 140, true)] as unknown as Bar[]
  paintCalls(paint, pictureWith({ bars }), { nameOf: () => '', moreOf: String, joins: [] })
  expect(painted.filter(one => one.startsWith('end'))).toEqual(['end 147'])
})
