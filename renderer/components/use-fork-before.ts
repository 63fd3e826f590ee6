import { useTranslation } from 'react-i18next'
import { useExchange } from '../data/queries.ts'
import { useNoForkBefore, useRecord } from '../data/recording.ts'
import { noForkText } from './no-fork-text.ts'
import { notifyDone, notifyNote, notifyOffer } from './notify.tsx'
import { useFork } from './use-fork.ts'

/** The fork before a request: whether there is none, and why, and what the button does: it forks, or says why that cannot be. */
export function useForkBefore(request: string, isAsked = true) {
  const { t } = useTranslation()
  const { data } = useExchange(request)
  const fork = useFork()
  const record = useRecord()
  const no = useNoForkBefore(data?.seq, data !== undefined && isAsked)
  const run = () => {
    if (no === undefined) fork.mutate(request)
    else if (no.why !== 'off') notifyNote(noForkText(t, no))
    else
      notifyOffer({
        message: noForkText(t, no),
        label: t('axis.record'),
        run: () => record.mutate(undefined, { onSuccess: () => notifyDone(t('axis.recorded')) }),
      })
  }
  return { isOffered: no === undefined, why: no && noForkText(t, no), run, isPending: fork.isPending }
}
