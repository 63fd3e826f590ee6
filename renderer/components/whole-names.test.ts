import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WholeNames } from './whole-names.tsx'

/** What stands whole of a text. */
const wholeIn = (text: string): string[] =>
  [...renderToStaticMarkup(createElement(WholeNames, null, text)).matchAll(/<span class="nowrap">(.*?)<\/span>/g)].map(
    ([, part = '']) => part,
  )

test('A method stands with its path, and with how that was answered', () => {
  expect(wholeIn('1件のリクエストが、最後まで成功していません（試行：GET /customers）')).toEqual(['GET /customers'])
  expect(wholeIn('attempts: POST /calls/initiate 503, GET /customers 503 × 2')).toEqual([
    'POST /calls/initiate 503',
    'GET /customers 503 × 2',
  ])
  // What is longer than a line of a narrow column may be parted.
  expect(wholeIn(`GET /${'customers/'.repeat(4)}`)).toEqual([])
})
