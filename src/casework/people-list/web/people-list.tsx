import { Button } from '@mantine/core'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { MOST_PEOPLE } from '#casework/clients/contact-record.ts'
import { FreshRows } from '#platform/web/lists/fresh-rows.tsx'
import { KeysHint } from '#platform/web/lists/key-card.tsx'
import { rowKeys } from '#platform/web/lists/row-keys.ts'
import { useKeysSwitch, useListKeys } from '#platform/web/lists/use-list-keys.ts'
import { useLiveList } from '#platform/web/lists/use-live-list.ts'
import { useSelection } from '#platform/web/lists/use-selection.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PeopleBar } from './people-bar.tsx'
import { livePeople } from './people-calls.ts'
import { PeopleKeys } from './people-keys.tsx'
import classes from './people-list.module.css'
import type { PeopleParts } from './people-parts.ts'
import { PeopleRows } from './people-rows.tsx'
import { useComparing } from './use-comparing.ts'
import type { People } from './use-people.ts'

/** The people who were found, or the empty state. */
export function PeopleList({
  people,
  newPerson,
  comparePeople,
}: {
  people: People
  newPerson: ReactNode
  comparePeople: PeopleParts['comparePeople']
}) {
  const { t } = useTranslation('people-list')
  const { items, search } = people
  const { live, selection, comparing, keys } = useWork(people, comparePeople)
  return (
    <>
      <FreshRows live={live} words={(count) => t('fresh', { count })} />
      {items.length > 0 && people.isAlike && <p className={classes.quiet}>{t('alike', { search })}</p>}
      {items.length > 0 && <PeopleRows people={people} selection={selection} />}
      {people.isFound && items.length === 0 && <Nobody search={search} newPerson={newPerson} />}
      {people.isMoreFailed && (
        <Button variant="default" mt="md" onClick={people.retryMore}>
          {t('retry')}
        </Button>
      )}
      <PeopleBar selection={selection} comparing={comparing} />
      {keys}
    </>
  )
}

/** Selecting rows, what can be done with them, and the keyboard shortcuts for both. */
function useWork({ items, search }: People, comparePeople: PeopleParts['comparePeople']) {
  const navigate = useNavigate()
  const live = useLiveList(livePeople, search)
  const selection = useSelection(items, search, MOST_PEOPLE)
  const comparing = useComparing(selection.targets, comparePeople)
  const keysSwitch = useKeysSwitch()
  const [isCardOpen, setCardOpen] = useState(false)
  useListKeys(
    {
      ...rowKeys(items, selection, (id) => navigate(`/people/${id}`)),
      m: comparing.compare,
      n: () => navigate('/people/new'),
      '?': () => setCardOpen(true),
    },
    keysSwitch.isOn,
  )
  const keys = (
    <>
      {items.length > 0 && <KeysHint onOpen={() => setCardOpen(true)} />}
      {isCardOpen && <PeopleKeys {...keysSwitch} onTurn={keysSwitch.turn} onClose={() => setCardOpen(false)} />}
    </>
  )
  return { live, selection, comparing, keys }
}

function Nobody({ search, newPerson }: { search: string; newPerson: ReactNode }) {
  const { t } = useTranslation('people-list')
  return search ? (
    <EmptyState icon={<IconSearch />} title={t('noneFound', { search })} action={newPerson}>
      {t('noneFoundText')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconUsers />} title={t('empty')} action={newPerson}>
      {t('emptyText')}
    </EmptyState>
  )
}
