import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { notify } from '#platform/web/notify.ts'
import { nightlyList, stopNightly } from './import-calls.ts'
import classes from './imports.module.css'

/** The sources that are imported every night. */
export function NightlySources() {
  const { t } = useTranslation('imports')
  const client = useQueryClient()
  const list = useQuery(nightlyList)
  const stop = useMutation({
    mutationFn: stopNightly,
    onSuccess: (_, source) => {
      notify(t('nightly.stopped', { source }))
      return client.invalidateQueries({ queryKey: nightlyList.queryKey })
    },
  })
  const title = <h2 className={classes.history}>{t('nightly.title')}</h2>
  if (list.isError && !list.data)
    return (
      <>
        {title}
        <NotLoaded onRetry={list.refetch} />
      </>
    )
  if (!list.data?.length) return null
  return (
    <>
      {title}
      <ul className={classes.list}>
        {list.data.map(({ sourceName, address }) => (
          <li key={sourceName} className={classes.item}>
            <div className={classes.facts}>
              <p>{sourceName}</p>
              <p className={classes.soft}>{address}</p>
            </div>
            <Button
              variant="default"
              size="compact-md"
              aria-label={t('nightly.stopFor', { source: sourceName })}
              loading={stop.isPending && stop.variables === sourceName}
              onClick={() => stop.mutate(sourceName)}
            >
              {t('nightly.stop')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
