import type { Scene } from './scene.ts'
import { orders, profile, setup } from './scenes/account.ts'
import { cards } from './scenes/cards.ts'
import { day } from './scenes/day.ts'
import { delivery, dining, eats, homeChef, plate } from './scenes/eats.ts'
import { kitchen } from './scenes/kitchen.ts'
import { bakery, certificate, shops } from './scenes/local.ts'
import { books, cart, mall, scarf } from './scenes/mall.ts'
import { affiliate, fund, wallet } from './scenes/money.ts'
import { booking, counselor, directory, session } from './scenes/professionals.ts'
import { arriving, ride, week } from './scenes/rides.ts'
import { home, welcome } from './scenes/start.ts'

/** All scenes: those of the gallery in its order, grouped by branch, and the pictures of cards. */
export const scenes: readonly Scene[] = [
  welcome,
  home,
  day,
  shops,
  bakery,
  certificate,
  mall,
  scarf,
  books,
  cart,
  eats,
  plate,
  delivery,
  dining,
  homeChef,
  kitchen,
  ride,
  arriving,
  week,
  directory,
  booking,
  session,
  counselor,
  fund,
  wallet,
  orders,
  profile,
  setup,
  affiliate,
  ...cards,
]
