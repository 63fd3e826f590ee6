import type { TFunction } from 'i18next'
import { copyText } from '../data/clipboard.ts'
import { isMasked } from '../data/exchange-curl.ts'
import { shownToOthers } from '../data/shown-to-others.ts'
import { withoutPaths } from '../data/without-paths.ts'
import { withoutPhoneNumbers } from '../data/without-phone-numbers.ts'
import { isPresenting } from '../routing/use-present.ts'
import { notifyDone, notifyFailed } from './notify.tsx'

/** What of a command is hidden while the page is shown to others; what is escaped or encoded has no name. */
function lackOf(t: TFunction, command: string): string {
  const lack = [
    withoutPaths(command) !== command && t('requests.curl_lacks.path'),
    /svc_(?:live|test)_/.test(command) && t('requests.curl_lacks.key'),
    withoutPhoneNumbers(command) !== command && t('requests.curl_lacks.number'),
  ].filter(Boolean)
  return lack.join(t('common.list_comma')) || t('requests.curl_lacks.text')
}

/** Copies a command, and says what has to be put in before it sends the same. */
export async function copyCurl(t: TFunction, command: string): Promise<void> {
  if (!(await copyText(command))) return notifyFailed(new Error(t('common.copy_refused')))
  if (isPresenting() && shownToOthers(command) !== command)
    notifyDone(t('requests.curl_copied_hidden', { what: lackOf(t, command) }), { stays: true })
  else notifyDone(t(isMasked(command) ? 'requests.curl_copied_masked' : 'requests.curl_copied'))
}
