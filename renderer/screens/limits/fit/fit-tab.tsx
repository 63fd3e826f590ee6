import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../../components/action.tsx'
import { DropFile } from '../../../components/drop-file.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Failed } from '../../../components/error-boundary.tsx'
import { ErrorText } from '../../../components/error-text.tsx'
import { Loading } from '../../../components/loading.tsx'
import { notifyDone } from '../../../components/notify.tsx'
import { ScrollRegion } from '../../../components/scroll-region.tsx'
import { type FitFile, useFitOfFile, useFitOfTenant, useFitPage } from '../../../data/fit.ts'
import { useTenants } from '../../../data/queries.ts'
import classes from './fit.module.css'
import { FitClient } from './fit-client.tsx'
import { FitNothing, nothingIn } from './fit-nothing.tsx'
import { FitResult } from './fit-result.tsx'
import { FORMS, type Form, formOf } from './forms.ts'

interface Dropped extends FitFile {
  readonly form: Form
}

/** Whether traffic would fit the plans: what a tenant of this world was asked, or a recording. */
export function FitTab() {
  const { t } = useTranslation()
  const tenants = useTenants() ?? []
  const [tenant, setTenant] = useState<string>()
  const [dropped, setDropped] = useState<Dropped>()
  // Whoever is asked about, the answer names all who have asked; until somebody is chosen, the busiest comes first.
  const anyone = tenants[0]?.tenant
  const first = useFitOfTenant(dropped === undefined && tenant === undefined ? anyone : undefined)
  const whose = tenant ?? (first.data && (first.data.source.clients[0]?.name ?? anyone))
  const ofTenant = useFitOfTenant(dropped === undefined ? whose : undefined)
  const asked = new Map(ofTenant.data?.source.clients.map(({ name, requests }) => [name, requests]))
  const ofFile = useFitOfFile()
  const page = useFitPage()
  const judge = (next: Dropped) => {
    setDropped(next)
    ofFile.mutate(next)
  }
  const report = dropped === undefined ? ofTenant.data : ofFile.data
  const error = dropped === undefined ? (first.error ?? ofTenant.error) : ofFile.error
  const isBusy = dropped === undefined ? ofTenant.isPending && error === null : ofFile.isPending
  // A world that nobody has asked yet is no error.
  const nothing = nothingIn(error)
  const isEmpty = dropped === undefined && report !== undefined && Object.keys(report.plans).length === 0
  const failure = nothing === undefined ? error : null
  return (
    <ScrollRegion className={classes.tab} label={t('limits.fit.tab')}>
      <div className={classes.sources}>
        <div className={classes.of_world}>
          <Select
            size="xs"
            w={180}
            label={t('limits.fit.of_world')}
            placeholder={t('limits.fit.tenant')}
            allowDeselect={false}
            value={dropped === undefined ? (whose ?? null) : null}
            data={tenants.map(one => ({
              value: one.tenant,
              label: asked.has(one.tenant)
                ? `${one.tenant} · ${asked.get(one.tenant)?.toLocaleString('en')}`
                : one.tenant,
            }))}
            onChange={next => {
              setDropped(undefined)
              setTenant(next ?? undefined)
            }}
          />
          {dropped === undefined && (
            <Action icon="replay" loading={ofTenant.isFetching} onClick={() => void ofTenant.refetch()}>
              {t('limits.fit.again')}
            </Action>
          )}
        </div>
        <DropFile
          label={t('limits.fit.drop')}
          button={t('limits.fit.choose')}
          hint={t('limits.fit.csv_has')}
          accept=".har,.csv,.log,.txt,.json"
          busy={ofFile.isPending}
          onFile={file => judge({ file, form: formOf(file.name) })}
        >
          {dropped === undefined ? undefined : (
            <>
              <code>{dropped.file.name}</code>
              <Select
                size="xs"
                w={170}
                aria-label={t('limits.fit.form')}
                allowDeselect={false}
                value={dropped.form}
                data={FORMS.map(form => ({ value: form, label: t(`limits.fit.forms.${form}`) }))}
                onChange={form => judge({ file: dropped.file, form: form as Form })}
              />
              {report !== undefined && (
                <FitClient source={report.source} onChange={tenant => judge({ ...dropped, tenant })} />
              )}
            </>
          )}
        </DropFile>
      </div>
      {dropped !== undefined && failure && (
        <div role="alert" className={classes.refused}>
          <b>{t('limits.fit.refused')}</b>
          <p>
            <ErrorText error={failure} />
          </p>
        </div>
      )}
      {dropped === undefined && failure && (
        <Failed error={failure} again={() => void (whose === undefined ? first : ofTenant).refetch()} />
      )}
      {isBusy && <Loading at="inside" height={320} />}
      {nothing !== undefined && <FitNothing {...nothing} />}
      {isEmpty && (
        <EmptyState
          icon="limits"
          title={asked.size === 0 ? t('limits.fit.nobody') : t('limits.fit.nothing', { tenant: whose ?? '' })}
          hint={t(asked.size === 0 ? 'limits.fit.nobody_hint' : 'limits.fit.nothing_hint')}
        />
      )}
      {report !== undefined && !isBusy && !isEmpty && (
        <section className={classes.result} aria-label={t('limits.fit.result')}>
          <FitResult
            report={report}
            download={
              <Action
                icon="download"
                title={t('limits.fit.download_about')}
                loading={page.isPending}
                onClick={() =>
                  page.mutate(dropped ?? { tenant: whose ?? '' }, {
                    onSuccess: name => notifyDone(t('limits.fit.downloaded', { name })),
                  })
                }
              >
                {t('limits.fit.download')}
              </Action>
            }
          />
        </section>
      )}
    </ScrollRegion>
  )
}
