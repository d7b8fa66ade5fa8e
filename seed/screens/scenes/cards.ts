import { hangingScarf, picture, tones } from '../drawings/goods.ts'
import { here, map, marker } from '../drawings/map.ts'
import { people, portrait } from '../drawings/people.ts'
import { storefront } from '../drawings/places.ts'
import { verified } from '../drawings/stars.ts'
import { html } from '../html.ts'
import type { Scene } from '../scene.ts'
import { dial, ticket } from './kitchen.ts'
import { glyph } from './local.ts'
import { growth } from './money.ts'
import { hours, pause, slot } from './professionals.ts'
import { bars } from './rides.ts'

/** The height of a card's picture. Its proportions are also in app/styles/parts/landing.css. */
const height = 280

/** A shop on the map, for the landing page's card. */
const shop: Scene = {
  name: 'card-shop',
  hue: 'local',
  height,
  markup: html`
    ${map(
      html`${here(196, 150)}${marker(58, 96, glyph.leaf, 'oklch(0.44 0.085 135)')}${marker(330, 84, glyph.knife, 'oklch(0.44 0.085 35)')}
      ${marker(322, 176, glyph.book, 'oklch(0.44 0.085 200)')}${marker(92, 178, glyph.scarf, 'oklch(0.44 0.085 310)')}
      ${marker(196, 104, glyph.bread, 'oklch(0.25 0.035 165)', 1.5)}`,
      'translate(0 -250)',
      height,
    )}
    <div class="shade abs" style="inset:auto 20px 20px"><div class="cut row" style="--cut:14px; padding:10px; background:var(--surface)">
      <div class="cut" style="--cut:10px; width:84px; height:58px">${picture(390, 270, 58, storefront('Noor Bakery'))}</div>
      <div class="grow"><h2>Noor Bakery</h2><p class="m" style="margin-top:2px">4 min walk · until 8 PM</p></div>
      ${verified(34)}
    </div></div>`,
}

/** A product of the online store. */
const product: Scene = {
  name: 'card-product',
  hue: 'mall',
  height,
  markup: html`
    <div class="fill" style="z-index:-1; background:oklch(0.88 0.045 350)"></div>
    <div class="abs" style="left:2px; top:12px">${picture(200, 260, 256, hangingScarf(tones(350, 0.105, 0.5)))}</div>
    <div class="col" style="position:absolute; inset:0 20px 0 212px; justify-content:center; gap:14px">
      <h1 style="font-size:28px">Rosewood scarf, handwoven</h1>
      <div class="row" style="gap:9px">${portrait(people.layla, 36, '--cut:9px')}<p class="s b">Layla Hassan</p></div>
      <div class="row between"><p class="display num" style="font-size:36px">$38</p>${verified(30)}</div>
    </div>`,
}

/** A kitchen's dial and an order. */
const orders: Scene = {
  name: 'card-orders',
  hue: 'eats',
  theme: 'night',
  height,
  markup: html`
    <div class="fill row between deep" style="padding:0 24px 0 28px; --line:oklch(0.45 0.07 35)">
      <div style="text-align:center">${dial(148)}<h2 style="margin-top:14px">Busy, not too busy</h2></div>
      <div style="width:170px">${ticket('419', 'Pickup · Sara', 9, true, ['1 × Mantu', '1 × Bolani', '2 × Green tea'])}</div>
    </div>`,
}

/** A driver's week. */
const earnings: Scene = {
  name: 'card-week',
  hue: 'rides',
  height,
  markup: html`
    <div class="fill col between tint" style="padding:20px 22px 16px">
      <div class="row between"><p class="display num" style="font-size:40px">$842.60</p><span class="tag" style="height:30px; font-size:14px; background:var(--surface)">Sample week</span></div>
      ${bars(0.82)}
    </div>`,
}

/** A tutor's calendar that keeps prayer times free. */
const calendar: Scene = {
  name: 'card-calendar',
  hue: 'professionals',
  height,
  markup: html`
    <div class="fill tint" style="padding:18px 22px">
      <div class="row" style="gap:14px">${portrait(people.idris, 56, '--cut:13px')}<div class="grow"><div class="row" style="gap:7px"><h2>Idris Celik</h2>${verified(20)}</div><p class="m">Math and physics</p></div></div>
      <div class="rel" style="margin-top:-6px; --tint:var(--surface)">${hours([14, 15, 16])}${pause(13.4, 'Dhuhr', '1:24')}${slot(14, 1, '2:00 to 3:00', 'free')}${slot(15, 1, '3:00 to 4:00', 'chosen')}</div>
    </div>`,
}

/** An affiliate's earnings. */
const share: Scene = {
  name: 'card-share',
  theme: 'night',
  height,
  markup: html`
    <div class="fill col between" style="padding:20px 20px 10px">
      <div class="row between"><p class="display num" style="font-size:40px">$884.00</p><span class="tag" style="height:30px; font-size:14px">Sample month</span></div>
      ${growth}
    </div>`,
}

/** The pictures of the landing page's cards: each one a single idea, without a phone around it. */
export const cards: readonly Scene[] = [shop, product, orders, earnings, calendar, share]
