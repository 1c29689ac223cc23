import { Autocomplete, type ComboboxParsedItem } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import { useSuggestions } from '#platform/web/suggestions.tsx'
import { dayText } from '#platform/web/time-words.ts'
import type { ContactInList } from '../contact-record.ts'
import classes from './contacts.module.css'

export type PickedPerson = Pick<ContactInList, 'id' | 'firstName' | 'lastName' | 'birthDate' | 'postalCode'>

/** A person on record, as the picker shows them. */
export async function getPickedPerson(id: string): Promise<PickedPerson> {
  const { firstName, lastName, birthDate, postalCode } = await api.get<PickedPerson>(`/api/contact/${id}`, {
    quiet: true,
  })
  return { id, firstName, lastName, birthDate, postalCode }
}

export const personLabel = (person: Pick<PickedPerson, 'firstName' | 'lastName' | 'birthDate'>) =>
  [`${person.firstName} ${person.lastName}`, person.birthDate && dayText(person.birthDate)].filter(Boolean).join(' · ')

/** Each person with a label of their own: those with the same name and birth date also by what else is known. */
function labelPeople(people: readonly ContactInList[]): [label: string, person: ContactInList][] {
  const labels = people.map(personLabel)
  const isShared = (label: string) => labels.indexOf(label) !== labels.lastIndexOf(label)
  const taken = new Map<string, number>()
  return people.map((person) => {
    const label = personLabel(person)
    const whole = isShared(label) ? [label, person.postalCode, person.primaryPhone].filter(Boolean).join(' · ') : label
    const times = (taken.get(whole) ?? 0) + 1
    taken.set(whole, times)
    return [times > 1 ? `${whole} (${times})` : whole, person]
  })
}

/** The maximum number of people shown at once. */
const MOST = 8

/**
 * Searches people on record by what is typed. `isNobody` once the search for this text has found nobody, `hasMore` if
 * it found others too, `hasFailed` if it did not work.
 */
export function usePersonSearch(text: string, exceptIds: readonly string[] = []) {
  const [asked] = useDebouncedValue(text.trim(), 300)
  const isLong = asked.length > 1
  const found = useQuery({
    queryKey: ['contact', 'pick', asked],
    queryFn: ({ signal }) =>
      api.post<{ items: ContactInList[]; nextCursor: string | null }>(
        ...(['/api/contact/search', { search: asked, limit: MOST }, { quiet: true, signal }] as const),
      ),
    enabled: isLong,
  })
  const people = (isLong ? (found.data?.items ?? []) : []).filter(({ id }) => !exceptIds.includes(id))
  const hasFailed = isLong && found.isError
  const { options, field } = useSuggestions({ found: labelPeople(people), hasFailed }, text)
  return {
    /** the people found, for a field that offers them as options */
    options,
    field: {
      ...field,
      data: options.map(([label]) => label),
      // The server has already filtered them.
      filter: ({ options: all }: { options: ComboboxParsedItem[] }) => all,
    },
    ...{ asked, people, isNobody: isLong && found.isSuccess && asked === text.trim() && people.length === 0 },
    hasMore: isLong && Boolean(found.data?.nextCursor),
    hasFailed,
    again: () => void found.refetch(),
  }
}

interface PersonSearchProps {
  label: string
  hint?: string
  /** what a screen reader hears, and everybody reads, when nobody was found */
  nobody: (name: string) => string
  /** the text typed so far */
  text: string
  error: string | undefined
  search: ReturnType<typeof usePersonSearch>
  /** for the first field of a dialog */
  isFirst?: boolean
  onText: (text: string) => void
  onChange: (person: PickedPerson) => void
}

/** A field that finds a person on record by name, birth date or telephone number. */
export function PersonSearch({
  isFirst,
  label,
  hint,
  nobody,
  text,
  error,
  search,
  onText,
  onChange,
}: PersonSearchProps) {
  return (
    <>
      <Autocomplete
        label={label}
        description={hint}
        size="md"
        required
        withAsterisk
        name="contactId"
        data-autofocus={isFirst || undefined}
        error={error}
        value={text}
        onChange={onText}
        {...search.field}
        onOptionSubmit={(chosen) => {
          const person = search.options.find(([each]) => each === chosen)?.[1]
          if (person) onChange(person)
        }}
      />
      <p role="status" className={classes.nobody} hidden={!search.isNobody}>
        {search.isNobody && nobody(search.asked)}
      </p>
    </>
  )
}
