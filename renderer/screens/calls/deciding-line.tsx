import { useTranslation } from 'react-i18next'
import type { CallStatus } from '../../../server/contract/calls.ts'
import { placeOfNoun } from '../../routing/nouns.ts'
import { useHref } from '../../routing/use-place.ts'
import { queryToKeep } from '../../routing/use-present.ts'
import type { DecidedBy } from './decided-by.ts'
import { scriptName } from './script-name.ts'

/** Says what decides how the call will go, and leads there. */
export function DecidingLine({ decided }: { decided: DecidedBy }) {
  const { t } = useTranslation()
  const href = useHref()
  switch (decided.by) {
    case 'steps':
      return t('calls.decided_by_steps')
    case 'ending': {
      const { ending, outcome } = decided
      return t('calls.decided_by_ending', { ending, outcome: t(`call_status.${outcome as CallStatus}`) })
    }
    case 'script': {
      const { script } = decided
      const { times, used } = script
      return (
        <>
          {t('calls.decided_by_script')}{' '}
          <a className="link" href={`${href('calls', 'scripts')}${queryToKeep()}`}>
            {scriptName(t, script)}
          </a>
          {times !== undefined && <span className="nowrap"> {t('calls.decided_still', { count: times - used })}</span>}
        </>
      )
    }
    case 'chance':
      return (
        <>
          {t('calls.decided_by_chance')}{' '}
          <a className="link" href={href(...placeOfNoun('assumption', 'calls.default_script'))}>
            {t('calls.decided_how')}
          </a>
        </>
      )
  }
}
