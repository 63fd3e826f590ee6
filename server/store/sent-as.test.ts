import { expect, test } from 'vitest'
import { sentAs } from './sent-as.ts'

test('a text is sent percent-encoded in an address, and may be escaped in JSON', () => {
  expect(sentAs('鈴木')).toEqual({ address: ['%e9%88%b4%e6%9c%a8'], json: ['\\u9234\\u6728'] })
  expect(sentAs('q=鈴木').address).toEqual(['q=%e9%88%b4%e6%9c%a8', 'q%3d%e9%88%b4%e6%9c%a8'])
  expect(sentAs('Taro Yamada').address).toEqual(['taro%20yamada', 'taro+yamada'])
  expect(sentAs('\u{1F642}')).toEqual({ address: ['%f0%9f%99%82'], json: ['\\ud83d\\ude42'] })
})

test('a text that is sent as it is has no other form, and half of a sign breaks nothing', () => {
  expect(sentAs('customers')).toEqual({ address: [], json: [] })
  expect(sentAs('\ud83d').address).toEqual(['%ef%bf%bd'])
})
