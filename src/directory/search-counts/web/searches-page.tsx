import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconArrowLeft, IconDownload, IconMoodSmile } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { AddWordDialog } from '#directory/categories/web/categories-public.tsx'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { SearchMissPage } from '../search-miss.ts'
import { SearchTable } from './search-table.tsx'
import classes from './searches.module.css'

const path = '/api/searchMiss/'
const names = ['startDate', 'endDate', 'zipArea'] as const
type Filters = Partial<Record<(typeof names)[number], string>>

/** What people searched for in vain, for those who can give categories the right words. */
export function Screen() {
  const { t } = useTranslation('search-counts')
  const may = userHasRole(knownUser(), ...managerRoles)
  const [params, setParams] = useSearchParams()
  const filters: Filters = Object.fromEntries(
    names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  )
  const [word, setWord] = useState<string | null>(null)
  const list = useQuery({
    queryKey: ['searchMiss', filters],
    queryFn: ({ signal }) => api.get<SearchMissPage>(path, { query: filters, signal, quiet: true }),
    placeholderData: keepPreviousData,
    retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status === 400),
    enabled: may,
  })
  if (!may) return <NoAccessScreen title={t('title')} />
  const wrong = list.error instanceof ApiError ? list.error.errors : []
  return (
    <>
      <p className={classes.crumb}>
        <Link to="/admin/categories">
          <IconArrowLeft size={18} aria-hidden />
          {t('toCategories')}
        </Link>
      </p>
      <PageHeading title={t('title')} lead={t('lead')} />
      <Period
        filters={filters}
        page={list.data}
        wrong={wrong}
        onShow={(next) => setParams(next as Record<string, string>)}
      />
      {list.isPending && <Skeleton height={280} radius="lg" aria-label={t('loading')} />}
      {list.isError && !wrong.length && (
        <EmptyState title={t('failed')} action={<Button onClick={() => list.refetch()}>{t('retry')}</Button>} />
      )}
      {list.data && !list.isError && <Found page={list.data} onAddWord={setWord} />}
      {word && <AddWordDialog word={word} onClose={() => setWord(null)} />}
    </>
  )
}

interface PeriodProps {
  filters: Filters
  page: SearchMissPage | undefined
  wrong: { path: string; message: string }[]
  onShow: (filters: Filters) => void
}

/** The period and the area; they apply on Show. */
function Period({ filters, page, wrong, onShow }: PeriodProps) {
  const { t, i18n } = useTranslation('search-counts')
  const errorOf = (name: string) => {
    const error = wrong.find((each) => each.path === name)
    return error && errorText(error.message, 'search-counts')
  }
  const form = useRef<HTMLFormElement>(null)
  const startDate = filters.startDate ?? page?.startDate
  const endDate = filters.endDate ?? page?.endDate
  const { zipArea } = filters
  // The inputs stay as they are, and so does the focus in them; only their values follow what is shown.
  useEffect(() => {
    for (const [name, value] of Object.entries({ startDate, endDate, zipArea })) {
      const input = form.current?.elements.namedItem(name) as HTMLInputElement | null
      if (input) input.value = value ?? ''
    }
  }, [startDate, endDate, zipArea])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    onShow(Object.fromEntries(names.flatMap((name) => (data.get(name) ? [[name, String(data.get(name)).trim()]] : []))))
  }
  const file = new URLSearchParams({ ...filters, language: i18n.language })
  return (
    <form ref={form} className={classes.period} onSubmit={submit} aria-label={t('period')} noValidate>
      <TextInput type="date" name="startDate" label={t('from')} error={errorOf('startDate')} />
      <TextInput type="date" name="endDate" label={t('to')} error={errorOf('endDate')} />
      <TextInput
        name="zipArea"
        label={t('zipArea')}
        placeholder={t('zipAreaHelp')}
        inputMode="numeric"
        maxLength={3}
        error={errorOf('zipArea')}
      />
      <Button type="submit">{t('show')}</Button>
      <Button
        component="a"
        variant="default"
        href={`${path}export?${file}`}
        leftSection={<IconDownload size={20} aria-hidden />}
      >
        {t('file.download')}
      </Button>
    </form>
  )
}

function Found({ page, onAddWord }: { page: SearchMissPage; onAddWord: (word: string) => void }) {
  const { t } = useTranslation('search-counts')
  if (!page.items.length)
    return (
      <EmptyState icon={<IconMoodSmile aria-hidden />} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    )
  return (
    <>
      <p role="status" className={classes.told}>
        {t('summary', page.total)} {t('emptyText')}
      </p>
      <SearchTable items={page.items} onAddWord={onAddWord} />
      <p className={classes.told}>
        {page.totalCount > page.items.length &&
          `${t('mostFrequent', { count: page.items.length, total: page.totalCount })} `}
        {t('notKeptHelp')}
      </p>
    </>
  )
}
