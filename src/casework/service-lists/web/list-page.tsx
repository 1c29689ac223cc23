import { Button } from '@mantine/core'
import { IconArrowLeft, IconPlaylistAdd, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { ServiceList } from '../service-list.ts'
import { finishList, listSheet, serviceList } from './list-calls.ts'
import { ListEntries } from './list-entries.tsx'
import { ListLinks } from './list-links.tsx'
import { ListReader } from './list-reader.tsx'
import { Paper } from './paper.tsx'
import classes from './service-lists.module.css'
import { SharePanel } from './share-panel.tsx'

export const loader = ({ params }: LoaderFunctionArgs) => queryClient.ensureQueryData(serviceList(params.listId ?? ''))

/** One list: its services with their order and notes, for whom it is, and how to share it. */
export function Screen() {
  const { listId = '' } = useParams()
  const { data } = useQuery(serviceList(listId))
  return data ? <List key={data.id} list={data} /> : null
}

function List({ list }: { list: ServiceList }) {
  const { t } = useTranslation('service-lists')
  const { sheet, print } = usePrinting(list)
  const count = list.services.length
  const lead = [list.person && t('list.for', { name: list.person.shortName }), t('list.count', { count })]
  return (
    <>
      <div className={classes.screen}>
        <p className={classes.crumb}>
          <Link to="/lists">
            <IconArrowLeft size={18} aria-hidden /> {t('all.title')}
          </Link>
        </p>
        <PageHeading
          title={t('list.title')}
          lead={lead.filter(Boolean).join(' · ')}
          action={
            <>
              {list.isCurrent && count > 0 && <NewList list={list} />}
              <Button
                component={Link}
                to="/directory"
                variant="default"
                leftSection={<IconSearch size={20} aria-hidden />}
              >
                {t('list.search')}
              </Button>
            </>
          }
        />
        <div className={classes.columns}>
          <section aria-labelledby="services">
            <h2 id="services" tabIndex={-1}>
              {t('list.services')}
            </h2>
            {count === 0 ? (
              <EmptyState icon={<IconPlaylistAdd aria-hidden />} title={t('list.none')}>
                {t('list.noneText')}
              </EmptyState>
            ) : (
              <ListEntries list={list} />
            )}
          </section>
          <div className={classes.stack}>
            <ListReader list={list} />
            {count > 0 && <SharePanel list={list} onPrint={print} />}
            {list.links.length > 0 && <ListLinks list={list} />}
          </div>
        </div>
        <Link to="/onDevice">{t('list.onDevice')}</Link>
      </div>
      {sheet && <Paper sheet={sheet} />}
    </>
  )
}

/** What is printed, and a function that prints it once it shows the list as it was saved. */
function usePrinting({ id, version }: ServiceList) {
  const { t } = useTranslation('platform')
  const [wanted, setWanted] = useState<number | null>(null)
  const { data, isPlaceholderData, isError } = useQuery({
    ...listSheet(id, version),
    placeholderData: keepPreviousData,
  })
  const isReady = data !== undefined && !isPlaceholderData
  const isWaiting = wanted !== null && wanted <= version
  useEffect(() => {
    if (!isWaiting || !(isReady || isError)) return
    setWanted(null)
    if (isReady) window.print()
    else notify(t('notice.wentWrong'), 'bad')
  }, [isWaiting, isReady, isError, t])
  return { sheet: data, print: (saved: ServiceList) => setWanted(saved.version) }
}

/** The next service then begins another list. */
function NewList({ list }: { list: ServiceList }) {
  const { t } = useTranslation('service-lists')
  const navigate = useNavigate()
  const finish = useMutation({ mutationFn: () => finishList(list.id), onSuccess: () => navigate('/directory') })
  return (
    <Button
      variant="default"
      leftSection={<IconPlaylistAdd size={20} aria-hidden />}
      loading={finish.isPending}
      onClick={() => finish.mutate()}
    >
      {t('list.startNew')}
    </Button>
  )
}
