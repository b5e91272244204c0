// Written by Tests/Interop/money_tables.py.

extension CurrencyCode {
  /// ISO 4217: a currency, its decimals, and the symbols that CLDR's locales have for it.
  static let table = """
    AED 2 | د.إ.
    AFN 2 | ؋
    ALL 2 | Lekë
    AMD 2 | ֏
    AOA 2 | Kz
    ARS 2 | $ | $AR
    AUD 2 | $ | $ AU | $A | $AU | A$ | AU$ | AUD$
    AWG 2 | Afl.
    AZN 2 | ₼
    BAM 2 | KM | КМ
    BBD 2 | $ | Bds$
    BDT 2 | ৳
    BHD 3 | د.ب.
    BIF 0 | FBu
    BMD 2 | $ | $BM | BM$
    BND 2 | $ | $BN
    BOB 2 | Bs
    BOV 2
    BRL 2 | BR$ | R$
    BSD 2 | $ | BS$
    BTN 2 | Nu.
    BWP 2 | P
    BYN 2 | Br
    BZD 2 | $ | $BZ | BZ$
    CAD 2 | $ | $CA | C$ | CA$ | KA$
    CDF 2 | FC
    CHE 2
    CHF 2
    CHW 2
    CLF 4
    CLP 0 | $ | $CL
    CNY 2 | CN¥ | ¥ | ¥CN | 元 | ￥
    COP 2 | $ | $CO
    COU 2
    CRC 2 | ₡
    CUP 2 | $
    CVE 2 | ​
    CZK 2 | Kč | Кч
    DJF 0 | Fdj
    DKK 2 | Dkr | kr | kr.
    DOP 2 | RD$
    DZD 2 | DA | د.ج.
    EGP 2 | EG£ | ج.م.
    ERN 2 | Nfk
    ETB 2 | Br | ብር
    EUR 2 | €
    FJD 2 | $ | $FJ | FJ$
    FKP 2 | £ | £FK
    GBP 2 | GB£ | UK£ | £ | £ RU | £GB
    GEL 2 | ₾
    GHS 2 | GH₵
    GIP 2 | £ | £GI
    GMD 2 | D
    GNF 0 | FG
    GTQ 2 | Q
    GYD 2 | $
    HKD 2 | $ HK | $HK | HK$
    HNL 2 | L
    HTG 2 | G
    HUF 2 | Ft
    IDR 2 | Rp
    ILS 2 | NIS | ₪
    INR 2 | Rs | ₹
    IQD 3 | د.ع.
    IRR 2 | ر.إ. | ریال
    ISK 0 | Ikr | kr.
    JMD 2 | $ | JM$
    JOD 3 | د.أ.
    JPY 0 | JP¥ | ¥ | ￥
    KES 2 | Ksh
    KGS 2 | сом
    KHR 2 | ៛
    KMF 0 | CF
    KPW 2
    KRW 0 | KR₩ | ₩ | ￦
    KWD 3 | د.ك.
    KYD 2 | $
    KZT 2 | ₸
    LAK 2 | ₭
    LBP 2 | £LB | ل.ل.
    LKR 2 | Rs. | රු.
    LRD 2 | $
    LSL 2 | M | ЛСЛ
    LYD 3 | د.ل.
    MAD 2 | د.م.
    MDL 2 | L
    MGA 2 | Ar
    MKD 2 | den | ден.
    MMK 2 | K
    MNT 2 | ₮
    MOP 2 | MOP$
    MRU 2 | UM | أ.م.
    MUR 2 | Rs
    MVR 2 | Rf | ރ.
    MWK 2 | MK
    MXN 2 | $ | $MX | MX$
    MXV 2
    MYR 2 | RM
    MZN 2 | MTn
    NAD 2 | $ | $NA
    NGN 2 | ₦
    NIO 2 | C$
    NOK 2 | Nkr | kr
    NPR 2 | नेरू
    NZD 2 | $ | $ NZ | $ ZN | $NZ | NZ$ | NZD$
    OMR 3 | ر.ع.
    PAB 2 | B/.
    PEN 2 | S/
    PGK 2 | K
    PHP 2 | ₱
    PKR 2 | Rs | ر
    PLN 2 | zł | зл
    PYG 0 | Gs. | ₲
    QAR 2 | ر.ق.
    RON 2
    RSD 2 | din. | дин.
    RUB 2 | ₽
    RWF 0 | RF
    SAR 2 | ر.س.
    SBD 2 | $ | $SB | SI$
    SCR 2 | Rs | SR
    SDG 2 | ج.س.
    SEK 2 | kr
    SGD 2 | $ | $ SG | $SG | S$
    SHP 2 | £
    SLE 2 | Le
    SOS 2 | S
    SRD 2 | $ | $SR
    SSP 2 | £
    STN 2 | Db
    SVC 2
    SYP 2 | LS | ل.س.
    SZL 2 | E
    THB 2 | TH฿ | ฿
    TJS 2
    TMT 2 | ТМТ
    TND 3 | DT | د.ت.
    TOP 2 | T$
    TRY 2 | Тл | ₺
    TTD 2 | $ | $TT
    TWD 2 | $ | NT$
    TZS 2 | TSh
    UAH 2 | ₴
    UGX 0 | USh
    USD 2 | $ | $ SU | $ US | $US | US$ | щ.д.
    USN 2
    UYI 0
    UYU 2 | $ | $UY
    UYW 4 | UP
    UZS 2 | soʻm | сўм
    VED 2
    VES 2 | Bs.S
    VND 0 | ₫
    VUV 0 | VT
    WST 2 | $WS | WS$
    XAD 2
    XAF 0 | FCFA
    XCD 2 | $ | $EC | EC$
    XCG 2 | Cg.
    XOF 0 | F CFA | فرانک CFA | සිෆ්එ
    XPF 0 | CFP | CFPF | FCFP
    YER 2 | ر.ي.
    ZAR 2 | R
    ZMW 2 | K
    ZWG 2
    """
}
