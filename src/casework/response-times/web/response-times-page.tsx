import { Alert, Button, Skeleton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, newerVersion } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { NewerNotice } from '#platform/web/newer-notice.tsx'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Select } from '#ui/select.tsx'
import { PromiseCall, promiseStages, type ResponsePromise } from '../response-promise.ts'
import { HoursField } from './hours-field.tsx'
import classes from './response-times.module.css'

const path = '/api/organization/current/responsePromise'
const promised = queryOptions({
  queryKey: ['responsePromise'],
  queryFn: () => api.get<ResponsePromise>(path, { quiet: true }),
})

/** What one's own organization promises to those who refer to it. */
export function Screen() {
  const { t } = useTranslation('response-times')
  if (!userHasRole(knownUser(), 'organization-admin')) return <NoAccessScreen title={t('title')} />
  return <Promises />
}

function Promises() {
  const { t } = useTranslation('response-times')
  const { data, isError, refetch } = useQuery(promised)
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      {isError && <EmptyState title={t('failed')} action={<Button onClick={() => refetch()}>{t('retry')}</Button>} />}
      {!data && !isError && <Skeleton height={320} radius="lg" aria-label={t('loading')} />}
      {data && <PromiseForm promise={data} />}
    </>
  )
}

type Draft = Record<'viewHours' | 'answerHours' | 'contactHours', number | null> & {
  escalateToId: string | null
  version: number
}

function PromiseForm({ promise }: { promise: ResponsePromise }) {
  const { t } = useTranslation(['response-times', 'platform'])
  const { viewHours, answerHours, contactHours, escalateToId, version } = promise
  const [draft, setDraft] = useState<Draft>({ viewHours, answerHours, contactHours, escalateToId, version })
  const [isStale, setStale] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useMutation({
    mutationFn: (call: PromiseCall) => api.put<ResponsePromise>(path, call, { quiet: true }),
    onSuccess: (saved) => {
      queryClient.setQueryData(promised.queryKey, saved)
      setDraft((before) => ({ ...before, version: saved.version }))
      setStale(false)
      notify(t('saved'))
    },
    onError: (error) => {
      const newer = newerVersion<ResponsePromise>(error)
      if (newer) {
        setStale(true)
        return setDraft((before) => ({ ...before, version: newer.version }))
      }
      const found = error instanceof ApiError ? error.errors : []
      setErrors(Object.fromEntries(found.map((each) => [each.path, errorText(each.message, 'response-times')])))
      if (found.length === 0) notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const call = PromiseCall.safeParse(draft)
    const wrong = (call.error?.issues ?? []).map(({ path: [name], code, message }) => [
      String(name),
      code === 'custom' ? errorText(message, 'response-times') : t('wrongTime'),
    ])
    setErrors(Object.fromEntries(wrong))
    if (call.success) save.mutate(call.data)
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <Card labelledBy="promise-heading">
      <h2 id="promise-heading" className={classes.heading}>
        {t('heading')}
      </h2>
      {!promise.isPromised && (
        <Alert icon={<IconInfoCircle aria-hidden />} mb="md">
          {t('usual')}
        </Alert>
      )}
      {isStale && <NewerNotice title={t('stale')} />}
      <form noValidate onSubmit={submit} className={classes.form}>
        {promiseStages.map((stage) => (
          <HoursField
            key={stage}
            name={`${stage}Hours`}
            label={t(`stage.${stage}`)}
            description={t(`stageHelp.${stage}`)}
            value={draft[`${stage}Hours`]}
            error={errors[`${stage}Hours`]}
            onChange={(hours) => setDraft((before) => ({ ...before, [`${stage}Hours`]: hours }))}
          />
        ))}
        <Select
          label={t('escalateTo')}
          description={t('escalateToHelp')}
          placeholder={t('admins')}
          clearable
          searchable
          value={draft.escalateToId}
          error={errors.escalateToId}
          onChange={(id) => setDraft((before) => ({ ...before, escalateToId: id }))}
          data={promise.people.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <p className={classes.quiet}>{t('explain')}</p>
        <Button type="submit" loading={save.isPending} className={classes.save ?? ''}>
          {t('save')}
        </Button>
      </form>
    </Card>
  )
}
