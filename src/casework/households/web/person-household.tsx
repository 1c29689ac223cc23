import { Button, Group } from '@mantine/core'
import { IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { SharedAtHome } from '#casework/clients/contact-record.ts'
import { notify } from '#platform/web/notify.ts'
import { ageOf } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Card } from '#ui/card.tsx'
import { Select } from '#ui/select.tsx'
import type { HouseholdMember, Relation } from '../household.ts'
import { relations } from '../household.ts'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { changeRelation, leaveHousehold, personHousehold } from './household-calls.ts'
import classes from './households.module.css'

interface PersonHouseholdProps {
  contactId: string
  name: string
  /** for recording somebody new who lives there */
  atHome: SharedAtHome
}

/** The people with whom a person lives, each with their relation to the head of household. */
export function PersonHousehold({ contactId, name, atHome }: PersonHouseholdProps) {
  const { t } = useTranslation('households')
  const read = useQuery(personHousehold(contactId))
  const { data: members } = read
  const [words, setWords] = useSearchParams()
  // Whoever was recorded for this household a moment ago.
  const [newId, setNewId] = useState(() => (words.has('household') ? words.get('contactId') : null))
  const [isAdding, setAdding] = useState(newId !== null)
  const [isChanging, setChanging] = useState(false)
  if (!members) return <UnreadCard id="person-household" title={t('title')} read={read} className={classes.card} />
  const close = () => {
    setAdding(false)
    setNewId(null)
    if (words.has('household')) setWords({}, { replace: true })
  }
  return (
    <Card labelledBy="person-household" className={classes.card ?? ''}>
      <h2 id="person-household">{t('title')}</h2>
      {members.length === 0 ? (
        <p className={classes.quiet}>{t('none')}</p>
      ) : (
        <ul className={classes.list}>
          {members.map((member) => (
            <MemberLine
              key={member.contactId}
              member={member}
              isOwn={member.contactId === contactId}
              isChanging={isChanging}
            />
          ))}
        </ul>
      )}
      <Group>
        <Button variant="default" leftSection={<IconUserPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
        {members.length > 0 && (
          <Button variant="subtle" aria-pressed={isChanging} onClick={() => setChanging(!isChanging)}>
            {t(isChanging ? 'changed' : 'change')}
          </Button>
        )}
      </Group>
      {isAdding && (
        <AddMemberDialog
          {...{ contactId, name, atHome }}
          newId={newId}
          memberIds={members.map((member) => member.contactId)}
          onClose={close}
        />
      )}
    </Card>
  )
}

interface MemberLineProps {
  member: HouseholdMember
  /** the person whose record this is */
  isOwn: boolean
  isChanging: boolean
}

function MemberLine({ member, isOwn, isChanging }: MemberLineProps) {
  const { t } = useTranslation('households')
  const { contactId, firstName, lastName, birthDate, relation } = member
  const name = `${firstName} ${lastName}`
  const change = useMutation({ mutationFn: (next: Relation) => changeRelation(contactId, next) })
  const leave = useMutation({
    mutationFn: () => leaveHousehold(contactId),
    onSuccess: () => notify(t('left', { name })),
  })
  const facts = [t(`relation.${relation}`), birthDate && ageOf(birthDate)].filter(Boolean).join(' · ')
  return (
    <li className={classes.member}>
      <div className={classes.who}>
        {isOwn ? <b>{name}</b> : <Link to={`/people/${contactId}`}>{name}</Link>}
        {!isChanging && <span className={classes.quiet}>{facts}</span>}
      </div>
      {isChanging && (
        <Group gap="xs" wrap="nowrap">
          <Select
            aria-label={t('relationOf', { name })}
            className={classes.relation ?? ''}
            data={relations.map((each) => ({ value: each, label: t(`relation.${each}`) }))}
            value={change.isPending ? change.variables : relation}
            allowDeselect={false}
            onChange={(next) => next && change.mutate(next as Relation)}
          />
          <Button
            variant="default"
            px="sm"
            aria-label={t('leave', { name })}
            loading={leave.isPending}
            onClick={() => leave.mutate()}
          >
            <IconUserMinus size={20} aria-hidden />
          </Button>
        </Group>
      )}
    </li>
  )
}
