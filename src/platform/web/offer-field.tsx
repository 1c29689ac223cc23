import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './offer-field.module.css'

/** Something to put in place of what was typed. */
export interface Offer {
  id: string
  /** The text that replaces what was typed. */
  text: string
  title: string
  /** What tells it from others with this title. */
  about: string
}

interface TypedAt {
  /** The position of its trigger character, such as an @. */
  at: number
}

/**
 * What is typed at the caret of an {@link OfferField}.
 * @param read what is typed before the caret and triggers offers, or null
 */
export function useTypedToken<Token extends TypedAt>(
  value: string,
  read: (text: string, caret: number) => Token | null,
) {
  const [caret, setCaret] = useState(0)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const token = read(value, caret)
  const isClosed = token !== null && token.at === closedAt
  return { token: isClosed ? null : token, caret, setCaret, setClosedAt }
}

interface OfferFieldProps<Token extends TypedAt> extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: string
  typed: ReturnType<typeof useTypedToken<Token>>
  offers: Offer[]
  /** The name of the list of offers. */
  offersLabel: string
  offersAbove?: boolean
  field?: RefObject<HTMLTextAreaElement | null>
  onChange: (text: string) => void
  onSelectOffer?: (offer: Offer) => void
}

/**
 * A text field that offers something at the caret, such as people after an @. The first suggestion is preselected;
 * the arrow keys move, Enter selects, and Escape closes the list.
 */
export function OfferField<Token extends TypedAt>({
  value,
  typed: { token, caret, setCaret, setClosedAt },
  offers,
  offersLabel,
  offersAbove = false,
  field: given,
  onChange,
  onSelectOffer,
  ...props
}: OfferFieldProps<Token>) {
  const combobox = useCombobox()
  const own = useRef<HTMLTextAreaElement>(null)
  const field = given ?? own
  const isOpen = token !== null && offers.length > 0
  const { selectFirstOption } = combobox
  const offered = offers.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever others are offered
  useEffect(() => {
    if (isOpen) selectFirstOption()
  }, [isOpen, offered])
  // At once, not in the next frame: the next letter may come before it.
  const placed = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the text with the option has been written
  useLayoutEffect(() => {
    const place = placed.current
    if (place === null) return
    placed.current = null
    field.current?.focus()
    field.current?.setSelectionRange(place, place)
    setCaret(place)
  }, [value])
  const select = (id: string) => {
    const offer = offers.find((one) => one.id === id)
    if (!token || !offer) return
    const next = (value.slice(0, token.at) + offer.text + value.slice(caret)).slice(0, props.maxLength)
    onChange(next)
    onSelectOffer?.(offer)
    combobox.resetSelectedOption()
    placed.current = Math.min(token.at + offer.text.length, next.length)
  }
  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOpen }}
      onOptionSubmit={select}
      position={offersAbove ? 'top-start' : 'bottom-start'}
      withinPortal={false}
    >
      <Combobox.Target withKeyboardNavigation={isOpen}>
        <Textarea
          {...props}
          ref={field}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            setCaret(event.currentTarget.selectionStart)
            setClosedAt(null)
          }}
          onSelect={() => setCaret(field.current?.selectionStart ?? 0)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isOpen) {
              event.stopPropagation()
              setClosedAt(token.at)
            } else props.onKeyDown?.(event)
          }}
        />
      </Combobox.Target>
      {isOpen && (
        <Combobox.Dropdown>
          <Combobox.Options aria-label={offersLabel}>
            {offers.map((offer) => (
              <Combobox.Option value={offer.id} key={offer.id} className={classes.offer ?? ''}>
                <strong>{offer.title}</strong>
                {offer.about && (
                  // The space separates the two for screen readers.
                  <>
                    {' '}
                    <span className={classes.about}>{offer.about}</span>
                  </>
                )}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  )
}
