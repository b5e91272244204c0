// Written by Tests/Interop/money_tables.py.

extension NumberStyle {
  /// What CLDR says of its locales: zero, decimal and group sign beside Latin digits, the same beside the
  /// locale's own digits, minus, size of the last group and of the others; then the locales.
  static let table = """
    30 2E 2C 2E 2C 2D 3 3 | aa ab ak am an ann apc arn asa az-Cyrl ba bal bem bew bez blt bm bo bss byn cad
        cch ce ceb cgg cho chr cic co cop csw cu cy dav doi ebu ee en es-419 es-BR es-BZ es-CU es-DO es-GT
        es-HN es-MX es-NI es-PA es-PE es-PR es-SV es-US fil frr fur ga gaa gd gez gn guz gv ha haw ig ii io
        iu ja jbo jmc kaa kaj kam kcg kde ken ki kk-Arab kln km kn ko kok kpe ks-Deva ksb ksh kw la lag lg
        lkt lmo ltg luo luy mai mas mdf mer mg mgo mhn mi mic mn moh ms mt mus myv naq nd nds nus nv ny nyn
        oc om os osa pap pcm pis prg qu quc rhg rif rof rwk saq sbp scn sd-Deva shn si sid skr sma smj sms
        sn so ssy st sw syr szl ta-MY ta-SG teo th ti tig to tpi trv trw tyv ug vai vmw vo vun wa wae wal
        wbp xog yi yo yue za zh zu
    30 2C A0 2C A0 2D 3 3 | af agq bas be bg blo br cs cv dua dyo en-CZ en-FI en-HU en-NO en-PT en-SE en-SK
        en-ZA eo es-CR ewo ff fr-CA ht hu hy ie ka kab kea kk ksf ky lv nmg nr pl pt-AO pt-CH pt-CV pt-GQ
        pt-GW pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL ru sah shi sk smn sq ss tg tk ts tt tzm uk uz ve yav zgh
    30 2C 2E 2C 2E 2D 3 3 | ast az bs ca da de dsb el en-AT en-BE en-DE en-DK en-ES en-ID en-IT en-NL en-PL
        en-RO en-SI es fr-LU fy gl hsb ia id is it jgo jv kgp kkj kl ku lb lij lld ln lo lu mgh mk
        ms-Arab-BN ms-BN ms-ID mua nl nnh pt qu-BO rn ro rw sc seh sg sr su sw-CD tr vi wo yrl
    660 2E 2C 66B 66C 61C+2D 3 3 | ar-BH ar-DJ ar-EG ar-ER ar-IL ar-IQ ar-JO ar-KM ar-KW ar-OM ar-PS ar-QA
        ar-SA ar-SD ar-SO ar-SS ar-SY ar-TD ar-YE sd sdh
    30 2E 2C 2E 2C 2D 3 2 | brx dv en-IN gu hi kok-Latn kxv ml or pa ta te xnr
    30 2C A0 2C A0 2212 3 3 | et fi lt nb nn no se sv
    30 2E A0 2E A0 2D 3 3 | dje khq mfe nso ses twq xh
    30 2E 2019 2E 2019 2D 3 3 | de-CH de-LI en-CH it-CH tn
    6F0 2E 2C 66B 66C 200E+2D+200E 3 3 | az-Arab lrc mzn pa-Arab ur-IN
    30 2C 2E 2C 2E 200E+2D 3 3 | ar-DZ ar-LY ar-MA ar-TN
    30 2C 2E 2C 2E 2212 3 3 | eu fo hr sl
    966 2E 2C 2E 2C 2D 3 3 | bgc bho raj sat-Deva
    30 2C 202F 2C 202F 2D 3 3 | en-FR fr vec
    30 2E 2C 2E 2C 200E+2D 3 3 | ar he ur
    966 2E 2C 2E 2C 2D 3 2 | mr ne sa
    30 2E 2019 2E 2019 2212 3 3 | gsw rm
    660 2C 2E 66B 66C 61C+2D 3 3 | ar-LB ar-MR
    6F0 2C 2E 66B 66C 200E+2D+200E 3 3 | ps uz-Arab
    9E6 2E 2C 2E 2C 2D 3 2 | as bn
    30 2C A0 2C A0 2D 2 2 | tok
    30 2E 2C 2E 2C 2D 1000 1000 | en-US-POSIX
    660 2E 2C 66B 66C 200F+2D 3 3 | ckb
    6F0 2E 2C 66B 66C 200E+2212 3 3 | fa
    6F0 2E 60C 66B 66C 200E+2D+200E 3 3 | ks
    6F0 66B 60C 66B 66C 200E+2D+200E 3 3 | bgn
    7C0 2E 60C 2E 60C 2D 3 3 | nqo
    9E6 2E 2C 2E 2C 2D 3 3 | mni
    F20 2E 2C 2E 2C 2D 3 2 | dz
    1040 2E 2C 2E 2C 2D 3 3 | my
    1C50 2E 2C 2E 2C 2D 3 3 | sat
    ABF0 2E 2C 2E 2C 2D 3 3 | mni-Mtei
    11136 2E 2C 2E 2C 2D 3 2 | ccp
    1E140 2E 2C 2E 2C 2D 3 3 | hnj
    1E950 2E 2E41 2E 2C 2D 3 3 | ff-Adlm
    """
}
