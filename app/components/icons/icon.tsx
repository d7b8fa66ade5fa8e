import type { KeyFeature } from 'halvi-site/content/shapes'
import badgeCheck from 'lucide/dist/esm/icons/badge-check.mjs'
import banknote from 'lucide/dist/esm/icons/banknote.mjs'
import briefcase from 'lucide/dist/esm/icons/briefcase.mjs'
import calendarCheck from 'lucide/dist/esm/icons/calendar-check.mjs'
import car from 'lucide/dist/esm/icons/car.mjs'
import check from 'lucide/dist/esm/icons/check.mjs'
import chefHat from 'lucide/dist/esm/icons/chef-hat.mjs'
import clipboardList from 'lucide/dist/esm/icons/clipboard-list.mjs'
import clock from 'lucide/dist/esm/icons/clock.mjs'
import fileText from 'lucide/dist/esm/icons/file-text.mjs'
import gift from 'lucide/dist/esm/icons/gift.mjs'
import handshake from 'lucide/dist/esm/icons/handshake.mjs'
import heart from 'lucide/dist/esm/icons/heart.mjs'
import link from 'lucide/dist/esm/icons/link.mjs'
import lock from 'lucide/dist/esm/icons/lock.mjs'
import mapPin from 'lucide/dist/esm/icons/map-pin.mjs'
import megaphone from 'lucide/dist/esm/icons/megaphone.mjs'
import messagesSquare from 'lucide/dist/esm/icons/messages-square.mjs'
import parcel from 'lucide/dist/esm/icons/package.mjs'
import percent from 'lucide/dist/esm/icons/percent.mjs'
import search from 'lucide/dist/esm/icons/search.mjs'
import shieldCheck from 'lucide/dist/esm/icons/shield-check.mjs'
import shoppingBag from 'lucide/dist/esm/icons/shopping-bag.mjs'
import shoppingCart from 'lucide/dist/esm/icons/shopping-cart.mjs'
import slidersHorizontal from 'lucide/dist/esm/icons/sliders-horizontal.mjs'
import store from 'lucide/dist/esm/icons/store.mjs'
import trendingUp from 'lucide/dist/esm/icons/trending-up.mjs'
import trophy from 'lucide/dist/esm/icons/trophy.mjs'
import truck from 'lucide/dist/esm/icons/truck.mjs'
import users from 'lucide/dist/esm/icons/users.mjs'
import utensils from 'lucide/dist/esm/icons/utensils.mjs'
import video from 'lucide/dist/esm/icons/video.mjs'

/** The names of the icons that editors can choose from. */
type IconName = NonNullable<KeyFeature['icon']>

const icons: Record<IconName, typeof check> = {
  'badge-check': badgeCheck,
  'shield-check': shieldCheck,
  lock,
  store,
  package: parcel,
  'shopping-bag': shoppingBag,
  'shopping-cart': shoppingCart,
  truck,
  'map-pin': mapPin,
  utensils,
  'chef-hat': chefHat,
  car,
  briefcase,
  clock,
  'calendar-check': calendarCheck,
  video,
  search,
  users,
  heart,
  handshake,
  'messages-square': messagesSquare,
  'file-text': fileText,
  'clipboard-list': clipboardList,
  'sliders-horizontal': slidersHorizontal,
  percent,
  banknote,
  'trending-up': trendingUp,
  gift,
  link,
  megaphone,
  trophy,
}

/** Icons that show a direction or lines of text. They are mirrored on right-to-left pages. */
const directional: readonly (string | null)[] = [
  'truck',
  'car',
  'shopping-cart',
  'trending-up',
  'megaphone',
  'file-text',
  'clipboard-list',
]

interface IconProps {
  /** Default, also for an unknown name: a check mark. */
  name: IconName | null
}

/** Renders an icon on a tile in the color of the branch. Hidden from screen readers. */
export function Icon({ name }: IconProps) {
  const shapes = name && Object.hasOwn(icons, name) ? icons[name] : check
  return (
    <span className="tile cut">
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className={directional.includes(name) ? 'directional' : undefined}
      >
        {shapes.map(([Shape, attributes]) => (
          <Shape key={JSON.stringify(attributes)} {...attributes} />
        ))}
      </svg>
    </span>
  )
}
