import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { ListedContact } from '#casework/clients/contact-record.ts'
import { useLabel } from '#casework/clients/web/list-parts-public.ts'
import { SafeCall } from '#casework/safe-contact/web/safe-contact-public.tsx'
import type { Selection } from '#platform/web/lists/use-selection.ts'
import { type RowActs, rowAttributes, useRowActs, VirtualBody } from '#platform/web/lists/virtual-body.tsx'
import { dayText } from '#platform/web/time-words.ts'
import classes from './people-list.module.css'
import type { People } from './use-people.ts'

const columns = 5
const heights = { row: 53, card: 118, cardGap: 12 }

const addressOf = (id: string) => `/people/${id}`

/** A virtualized table; on a phone its rows are cards. */
export function PeopleRows({
  people: { items, hasMore, loadMore },
  selection,
}: {
  people: Pick<People, 'items' | 'hasMore' | 'loadMore'>
  selection: Selection<ListedContact>
}) {
  const navigate = useNavigate()
  const isCards = useMediaQuery('(max-width: 64em)', undefined, { getInitialValueInEffect: false }) ?? false
  const acts = useRowActs({
    choose: selection.toggle,
    view: (id) => navigate(addressOf(id)),
    reach: selection.setCurrent,
  })
  return (
    <table className={classes.table} aria-rowcount={hasMore ? -1 : items.length + 1} data-list-rows>
      <Head selection={selection} />
      <VirtualBody
        {...{ items, isCards, heights, columns }}
        current={selection.current}
        hasMore={hasMore}
        onNearEnd={loadMore}
      >
        {(person, index, measure) => (
          <PersonRow
            {...{ person, index, measure, acts, isCards }}
            isChosen={selection.isOn(person.id)}
            isCurrent={index === selection.current}
          />
        )}
      </VirtualBody>
    </table>
  )
}

function Head({ selection }: { selection: Selection<ListedContact> }) {
  const { t } = useTranslation('people-list')
  const label = useLabel()
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">
          <span className={classes.withBox}>
            <Checkbox
              size="sm"
              aria-label={t('chooseAll')}
              checked={selection.isAll}
              indeterminate={selection.isSome}
              onChange={selection.toggleAll}
            />
            {t('name')}
          </span>
        </th>
        <th scope="col">{label('Birth date')}</th>
        <th scope="col">{t('phone')}</th>
        <th scope="col">{label('Email')}</th>
        <th scope="col">{label('City')}</th>
      </tr>
    </thead>
  )
}

interface Row {
  person: ListedContact
  index: number
  isCards: boolean
  isChosen: boolean
  isCurrent: boolean
  acts: RowActs
  measure: (element: HTMLElement | null) => void
}
/** While scrolling, only rows that come into view are rendered. */
const PersonRow = memo(function PersonRow({ person, index, isCards, isChosen, isCurrent, acts, measure }: Row) {
  const { t } = useTranslation('people-list')
  const { id, primaryPhone } = person
  const name = `${person.firstName} ${person.lastName}`
  const birth = person.birthDate && dayText(person.birthDate)
  return (
    <tr {...rowAttributes({ id, index, isChosen, isCurrent, acts, measure })}>
      <th scope="row">
        <span className={classes.withBox}>
          <Checkbox
            size="sm"
            className={classes.box ?? ''}
            aria-label={t('choose', { name })}
            checked={isChosen}
            onChange={(event) => acts.choose(id, (event.nativeEvent as MouseEvent).shiftKey === true)}
          />
          <Link to={addressOf(id)} className={classes.name} data-view={id}>
            {name}
          </Link>
        </span>
      </th>
      <td className={classes.line}>{birth && isCards ? t('born', { day: birth }) : birth}</td>
      <td>{primaryPhone && <SafeCall number={primaryPhone} refusal={person.callRefusal} />}</td>
      {!isCards && <td>{person.email}</td>}
      <td>{person.city}</td>
    </tr>
  )
})
