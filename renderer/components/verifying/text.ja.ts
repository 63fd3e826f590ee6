import type { Dictionary } from '../../i18n/dictionary.ts'
import type * as en from './text.en.ts'

export const verifying: Dictionary<typeof en.verifying> = {
  code: '参照実装',
  raw_body: '生バイト',
  copy_code: '{{language}} のコード',
  languages: 'コードの言語',
}
