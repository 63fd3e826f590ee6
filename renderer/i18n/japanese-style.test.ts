import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const JAPANESE = '[\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc\\u3005\\u4e00-\\u9fff]'
/** What counts or measures, and is no beginning of another word. */
const UNITS =
  'ミリ秒|秒|分(?![岐析割類か])|時間|日(?!本|付|次)|週|年|件|回(?![答線])|文字|つ|個|バイト|本(?!文|物|番)|進(?![まみむめもん])|行(?!わ)|か所|人|桁|倍|列|ページ|項目|階層|ステップ|語'

/** What a line of Japanese must not have, by what is wrong with it. */
const BANNED = {
  'a space after 。 or 、': /[。、] (?=\S)/,
  'a half-width colon, question or exclamation mark beside Japanese': new RegExp(
    `(?:${JAPANESE}|[）」])[:?!]|[A-Za-z}]: ${JAPANESE}`,
  ),
  'half-width brackets around or beside Japanese': new RegExp(
    `${JAPANESE} ?\\((?!\\))| \\([^()']*${JAPANESE}|\\{\\{\\w+\\}\\} \\(`,
  ),
  'a space at a full-width bracket': / （|） (?=\S)/,
  'a space between a figure and its unit': new RegExp(
    `(?:(?<![-A-Za-z])\\d|\\}\\}|\\{factor\\})[ \\u00a0](?:${UNITS})`,
  ),
  'no space before a figure': new RegExp(`(?!第)${JAPANESE}\\d`),
  'no space between Japanese and Latin letters': new RegExp(`${JAPANESE}[A-Za-z]|[A-Za-z]${JAPANESE}`),
} as const

const faultsOf = (line: string) =>
  Object.entries(BANNED).flatMap(([fault, pattern]) => (pattern.test(line) ? [fault] : []))

/** Words that somebody may type to find a thing: whatever people call it, in a list or in a pattern. */
const areTyped = (line: string) =>
  new RegExp(`(?:\\w|${JAPANESE}), ${JAPANESE}`).test(line) || /^const [A-Z_]+ = \/\^/.test(line)

/** Every line of Japanese that the dashboard and the desktop show, with its place. */
function japaneseLines(): { place: string; text: string }[] {
  const files = ['renderer', 'electron'].flatMap(room =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map(name => join(ROOT, room, name)),
  )
  return files
    .filter(file => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.includes('node_modules'))
    .flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((text, index) => ({ place: `${relative(ROOT, file)}:${index + 1}`, text: text.trim() })),
    )
    .filter(({ text }) => new RegExp(JAPANESE).test(text) && !/^(?:\/\/|\*|\/\*)/.test(text) && !areTyped(text))
}

test('Japanese is set in one way: its signs are full-width, Latin words stand apart and a unit stands at its figure', () => {
  const lines = japaneseLines()
  expect(lines.length).toBeGreaterThan(1_500)
  const faults = lines.flatMap(({ place, text }) => faultsOf(text).map(fault => `${place}: ${fault}: ${text}`))
  expect(faults).toEqual([])
})

/** The words of the README, each with what is not written for it. */
const WORDS = [
  ...readFileSync(join(import.meta.dirname, 'README.md'), 'utf8').matchAll(/^\| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm),
]
  .map(([, word = '', others = '']) => ({ word, others: others.split(', ') }))
  .filter(({ word }) => new RegExp(JAPANESE).test(word))
const RIGHT = WORDS.map(({ word }) => word)

/** What a line says in other words than the README has. */
function strayWordsOf(line: string): string[] {
  // エミュレーター has エミュレータ in it.
  const left = RIGHT.reduce((text, word) => text.replaceAll(word, ' '), line)
  return WORDS.flatMap(({ others }) => others).filter(other => left.includes(other))
}

test('One thing has one word in Japanese', () => {
  expect(WORDS.length).toBeGreaterThan(15)
  const stray = japaneseLines().flatMap(({ place, text }) =>
    strayWordsOf(text).map(word => `${place}: ${word}: ${text}`),
  )
  expect(stray).toEqual([])
})

test('A second word for a thing would be seen', () => {
  expect(strayWordsOf('エミュレータの制御 API')).toEqual(['制御 API', 'エミュレータ'])
  expect(strayWordsOf('エミュレーターのコントロール API')).toEqual([])
})

test('Each way in which Japanese is not set would be seen', () => {
  const wrong = [
    '終わりました。 次へ',
    '対象外: なし',
    '結果 (任意)',
    '結果 （任意）',
    '残り {{count}} 件',
    '今の10秒',
    'APIキー',
  ]
  expect(wrong.map(faultsOf)).toEqual(Object.keys(BANNED).map(fault => [fault]))
  expect(faultsOf('プラン（任意）：本文の 10バイト目、express.raw() や第1章、{{count}}件、UTF-8 文字')).toEqual([])
})
