import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { IconCategory, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { ManagedCategory } from '../category.ts'
import { searchTree, treeOf } from '../category-tree.ts'
import classes from './categories.module.css'
import { CategoryBranch } from './category-branch.tsx'
import { categories } from './category-calls.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import type { Opened } from './opened.ts'
import { RetireDialog } from './retire-dialog.tsx'

/** The categories of the directory as a tree, for its data managers. */
export function Screen() {
  const { t } = useTranslation('categories')
  const [opened, setOpened] = useState<Opened | null>(null)
  const [withRetired, setWithRetired] = useState(false)
  const [params, setParams] = useSearchParams()
  const typed = params.get('text') ?? ''
  const may = userHasRole(knownUser(), ...managerRoles)
  const list = useQuery({ ...categories, enabled: may })
  if (!may) return <NoAccessScreen title={t('title')} />
  const search = (text: string) => setParams(text ? { text } : {}, { replace: true, preventScrollReset: true })
  return (
    <>
      <PageHeading
        title={t('title')}
        lead={t('lead')}
        action={
          <Button
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => setOpened({ act: 'add', parentId: null })}
          >
            {t('add')}
          </Button>
        }
      />
      <p className={classes.also}>
        <Link to="/admin/searches">{t('searches')}</Link>
      </p>
      <search className={classes.tools}>
        <TextInput
          type="search"
          label={t('search')}
          description={t('searchHelp')}
          leftSection={<IconSearch size={18} aria-hidden />}
          maxLength={100}
          value={typed}
          onChange={(event) => search(event.currentTarget.value)}
        />
        <Checkbox
          label={t('withRetired')}
          checked={withRetired}
          onChange={(event) => setWithRetired(event.currentTarget.checked)}
        />
      </search>
      {list.isPending && <Skeleton height={320} radius="lg" aria-label={t('loading')} />}
      {list.isError && !list.data && (
        <EmptyState
          icon={<IconCategory aria-hidden />}
          title={t('failed')}
          action={<Button onClick={() => list.refetch()}>{t('retry')}</Button>}
        />
      )}
      {list.data && <Tree all={list.data} typed={typed} withRetired={withRetired} onOpen={setOpened} />}
      {opened && list.data && <OpenedDialog opened={opened} all={list.data} onOpen={setOpened} />}
    </>
  )
}

interface TreeProps {
  all: ManagedCategory[]
  typed: string
  withRetired: boolean
  onOpen: (opened: Opened) => void
}

function Tree({ all, typed, withRetired, onOpen }: TreeProps) {
  const { t } = useTranslation('categories')
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const tree = useMemo(() => treeOf(withRetired ? all : all.filter(({ retiredOn }) => !retiredOn)), [all, withRetired])
  const shown = useMemo(() => searchTree(tree, typed), [tree, typed])
  const known = useMemo(() => new Map(all.map((each) => [each.id, each])), [all])
  const toggle = (id: string) =>
    setUnfolded((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  if (!shown.length)
    return (
      <EmptyState icon={<IconCategory aria-hidden />} title={t(typed ? 'noneFound' : 'empty')}>
        {typed ? t('noneFoundText') : t('emptyText')}
      </EmptyState>
    )
  return (
    <ul className={classes.tree} aria-label={t('title')}>
      {shown.map((node) => (
        <CategoryBranch
          key={node.category.id}
          node={node}
          known={known}
          isUnfolded={(id) => typed.trim() !== '' || unfolded.has(id)}
          onToggle={typed.trim() ? null : toggle}
          onOpen={onOpen}
        />
      ))}
    </ul>
  )
}

interface OpenedDialogProps {
  opened: Opened
  all: ManagedCategory[]
  onOpen: (opened: Opened | null) => void
}

function OpenedDialog({ opened, all, onOpen }: OpenedDialogProps) {
  const close = () => onOpen(null)
  if (opened.act === 'add')
    return <CategoryDialog category={null} parentId={opened.parentId} all={all} onClose={close} />
  const { act, category } = opened
  if (act === 'edit')
    return <CategoryDialog category={category} parentId={category.parentId} all={all} onClose={close} />
  if (act === 'merge') return <MergeDialog category={category} all={all} onClose={close} />
  if (act === 'history') return <HistoryDialog category={category} onClose={close} />
  return <RetireDialog category={category} onMerge={() => onOpen({ act: 'merge', category })} onClose={close} />
}
